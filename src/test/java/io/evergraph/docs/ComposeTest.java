package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** The compose file as far as it can be judged without containers. */
class ComposeTest {
  private static final Path DOCKERFILE = Path.of("temporal-dev/Dockerfile");

  /** What the sizing in docs/deployment.md asks for. */
  private static final long MOST_USED_HEAP = DataSize.ofMegabytes(512).toBytes();

  /** Classes 150, compiled code 64, threads and garbage collector 64, network buffers 64. */
  private static final long BESIDE_THE_HEAP = DataSize.ofMegabytes(342).toBytes();

  private static final String DONE = "service_completed_successfully";
  private static final String HEALTHY = "service_healthy";

  private final Map<String, Map<String, Object>> compose =
      ServerSettings.yaml(Path.of("docker-compose.yml"));
  private final Map<String, Map<String, Object>> services = map(compose.get("services"));

  @SuppressWarnings("unchecked")
  private static <V> Map<String, V> map(Object value) {
    return value == null ? Map.of() : (Map<String, V>) value;
  }

  @SuppressWarnings("unchecked")
  private static List<String> list(Object value) {
    return value == null ? List.of() : (List<String>) value;
  }

  private static Map<String, Map<String, Object>> waitsFor(Map<String, Object> service) {
    return map(service.get("depends_on"));
  }

  /** What others wait for until it has ended. */
  private Set<String> oneShots() {
    return services.values().stream()
        .flatMap(service -> waitsFor(service).entrySet().stream())
        .filter(wait -> wait.getValue().get("condition").equals(DONE))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static boolean isOurs(Map<String, Object> service) {
    return service.get("image").toString().startsWith("evergraph:");
  }

  @Test
  void shouldHoldTheWholeHouse() {
    assertThat(services)
        .containsOnlyKeys(
            "postgresql",
            "temporal-schema",
            "temporal",
            "temporal-namespace",
            "temporal-ui",
            "server",
            "worker");
    assertThat(map(services.get("worker").get("deploy")).get("replicas"))
        .isInstanceOfSatisfying(Integer.class, count -> assertThat(count).isGreaterThan(1));
  }

  @Test
  void shouldNameAVersionOfEveryImage() {
    Set<String> stages =
        ServerSettings.text(DOCKERFILE)
            .lines()
            .filter(line -> line.startsWith("FROM ") && line.contains(" AS "))
            .map(line -> line.substring(line.indexOf(" AS ") + " AS ".length()))
            .collect(Collectors.toSet());
    Stream<String> images =
        Stream.concat(
            services.values().stream().map(service -> service.get("image").toString()),
            ServerSettings.text(DOCKERFILE)
                .lines()
                .filter(line -> line.startsWith("FROM "))
                .map(line -> line.split(" ")[1])
                .filter(image -> !stages.contains(image)));

    assertThat(images)
        .hasSize(services.size() + 1)
        .allMatch(image -> image.matches("[a-z/-]+:\\d+\\.\\d+[\\w.-]*"), "has a version");
    assertThat(tag("temporal-schema"))
        .isEqualTo(tag("temporal"))
        .isEqualTo(tag("temporal-namespace"));
  }

  private String tag(String service) {
    String image = services.get(service).get("image").toString();
    return image.substring(image.indexOf(':') + 1);
  }

  @Test
  void shouldWatchTheHealthOfWhateverStays() {
    assertThat(ServerSettings.text(DOCKERFILE)).contains("HEALTHCHECK ", "USER 10001");
    Set<String> oneShots = oneShots();
    assertThat(oneShots).containsExactlyInAnyOrder("temporal-schema", "temporal-namespace");
    services.forEach(
        (name, service) -> {
          String restart = service.getOrDefault("restart", "no").toString();
          if (oneShots.contains(name)) {
            assertThat(restart).as(name).startsWith("on-failure");
          } else {
            assertThat(isOurs(service) || service.containsKey("healthcheck")).as(name).isTrue();
            assertThat(restart).as(name).isEqualTo("unless-stopped");
          }
        });
  }

  @Test
  void shouldStartEachServiceAfterWhatItNeeds() {
    services.forEach(
        (name, service) ->
            waitsFor(service)
                .forEach(
                    (other, wait) ->
                        assertThat(wait.get("condition"))
                            .as("%s waits for %s", name, other)
                            .isEqualTo(oneShots().contains(other) ? DONE : HEALTHY)));
    assertThat(waitsFor(services.get("temporal-schema"))).containsOnlyKeys("postgresql");
    assertThat(waitsFor(services.get("temporal"))).containsOnlyKeys("temporal-schema");
    assertThat(waitsFor(services.get("worker"))).containsKey("temporal-namespace");
    assertThat(services.keySet()).containsAll(waitsFor(services.get("server")).keySet());
  }

  @Test
  void shouldLetOnlyThisMachineIn() {
    assertThat(services.values().stream().flatMap(service -> list(service.get("ports")).stream()))
        .isNotEmpty()
        .allMatch(port -> port.startsWith("127.0.0.1:"), "begins with 127.0.0.1");
  }

  @Test
  void shouldMountAndRunOnlyWhatIsThere() {
    services.forEach(
        (name, service) -> {
          for (String volume : list(service.get("volumes"))) {
            String[] parts = volume.split(":");
            if (parts[0].startsWith(".")) {
              assertThat(Path.of(parts[0])).as(name).exists();
              assertThat(parts[2]).as(name).isEqualTo("ro");
            } else {
              assertThat(compose.get("volumes")).as(name).containsKey(parts[0]);
            }
          }
        });
    for (String oneShot : oneShots()) {
      Path script = outside(oneShot, list(services.get(oneShot).get("command")).get(0));
      assertThat(Files.isExecutable(script)).as(script.toString()).isTrue();
    }
  }

  /** Where a path inside a container comes from. */
  private Path outside(String service, String inside) {
    return list(services.get(service).get("volumes")).stream()
        .map(volume -> volume.split(":"))
        .filter(parts -> inside.startsWith(parts[1] + "/"))
        .map(parts -> Path.of(parts[0] + inside.substring(parts[1].length())))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldGiveTheServerTheSettingsOfTheDevServer() {
    Map<String, Object> environment = map(services.get("temporal").get("environment"));

    assertThat(outside("temporal", environment.get("DYNAMIC_CONFIG_FILE_PATH").toString()))
        .hasSameTextualContentAs(ServerSettings.DYNAMIC);
    assertThat(ServerSettings.dynamic())
        .containsOnly(
            Map.entry("history.transferProcessorMaxPollRPS", 2000),
            Map.entry("history.timerProcessorMaxPollRPS", 2000),
            Map.entry("system.enableActivityEagerExecution", true),
            Map.entry("system.forceSearchAttributesCacheRefreshOnRead", false));
    assertThat(ServerSettings.text(Path.of("temporal-dev/up")))
        .contains("temporal-dev/dynamicconfig/evergraph.yaml", "temporal-dev/search-attributes")
        .doesNotContain("ProcessorMaxPollRPS", "EvergraphGraph=");
  }

  @Test
  void shouldAskEachOfOursForItsHealthWhereItListens() {
    for (String name : List.of("server", "worker")) {
      List<String> words = list(services.get(name).get("command"));
      Map<String, Object> environment = map(services.get(name).get("environment"));

      assertThat(environment.get("HEALTH_PORT"))
          .as(name)
          .isEqualTo(
              environment.getOrDefault(
                  "MANAGEMENT_SERVER_PORT", words.get(words.indexOf("--port") + 1)));
    }
    assertThat(ServerSettings.text(Path.of("temporal-dev/healthy")))
        .contains("HEALTH_PORT", "/actuator/health/readiness");
  }

  @Test
  void shouldPutNothingIntoTheImageThatIsLeftOut() {
    List<String> taken =
        ServerSettings.text(Path.of("temporal-dev/Dockerfile.dockerignore"))
            .lines()
            .filter(line -> line.startsWith("!"))
            .map(line -> line.substring(1))
            .toList();
    List<String> copied =
        ServerSettings.text(DOCKERFILE)
            .lines()
            .filter(line -> line.startsWith("COPY ") && !line.startsWith("COPY --from="))
            .map(line -> line.replaceAll("--\\S+ ", "").split(" ")[1])
            .toList();

    assertThat(copied).containsExactlyInAnyOrderElementsOf(taken);
  }

  private static long bytes(Object limit) {
    return DataSize.parse(limit.toString().toUpperCase(Locale.ROOT) + "B").toBytes();
  }

  @Test
  void shouldLeaveMemoryBesideTheHeapInEveryContainer() {
    assertThat(services.values()).allSatisfy(it -> assertThat(it).containsKey("mem_limit"));
    Matcher heap =
        Pattern.compile("-XX:MaxRAMPercentage=(\\d+)").matcher(ServerSettings.text(DOCKERFILE));
    assertThat(heap.find()).isTrue();
    long percent = Long.parseLong(heap.group(1));
    for (String name : List.of("server", "worker")) {
      long limit = bytes(services.get(name).get("mem_limit"));
      assertThat(limit * percent / 100).as("heap of %s", name).isGreaterThan(MOST_USED_HEAP);
      assertThat(limit * (100 - percent) / 100).as(name).isGreaterThan(BESIDE_THE_HEAP);
    }
    assertThat(bytes(services.get("temporal").get("mem_limit")))
        .isGreaterThan(DataSize.ofMegabytes(900).toBytes());
    assertThat(map(services.get("temporal").get("environment")))
        .containsEntry("GOMEMLIMIT", "900MiB");
  }

  @Test
  void shouldSayThatOthersMayReachAServerThatListensOnAllAddresses() {
    assertThat(list(services.get("server").get("command"))).contains("0.0.0.0", "--allow-remote");
    assertThat(
            ServerSettings.text(DOCKERFILE)
                .lines()
                .filter(line -> line.startsWith("CMD "))
                .findFirst())
        .hasValueSatisfying(line -> assertThat(line).contains("0.0.0.0", "--allow-remote"));
  }
}
