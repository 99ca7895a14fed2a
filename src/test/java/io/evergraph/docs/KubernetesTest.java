package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The manifests as far as they can be judged without a cluster. */
class KubernetesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS_FOR_TASKS = 10;

  private final List<JsonNode> manifests =
      StreamSupport.stream(
              ServerSettings.yamls(Path.of("temporal-dev/kubernetes/evergraph.yaml")).spliterator(),
              false)
          .map(it -> JSON.<JsonNode>valueToTree(it))
          .toList();

  private Stream<JsonNode> kind(String kind) {
    return manifests.stream().filter(it -> it.path("kind").asText().equals(kind));
  }

  private static JsonNode container(JsonNode deployment) {
    return deployment.at("/spec/template/spec/containers/0");
  }

  @Test
  void shouldRunTheImageOfTheComposeFileWithoutPrivileges() {
    String compose = ServerSettings.text(Path.of("docker-compose.yml"));
    assertThat(kind("Deployment"))
        .hasSize(2)
        .allSatisfy(
            it -> {
              assertThat(compose).contains("image: " + container(it).path("image").asText() + "\n");
              assertThat(it.at("/spec/template/spec/securityContext/runAsNonRoot").asBoolean())
                  .isTrue();
              assertThat(ServerSettings.text(Path.of("temporal-dev/Dockerfile")))
                  .contains(
                      "USER "
                          + it.at("/spec/template/spec/securityContext/runAsUser").asText()
                          + ":");
            });
  }

  @Test
  void shouldAskForTheHealthWhereTheContainerListens() {
    assertThat(kind("Deployment"))
        .allSatisfy(
            it -> {
              JsonNode container = container(it);
              JsonNode port = healthPort(container);
              String number = port.path("containerPort").asText();
              assertThat(container.path("args") + " " + container.path("env"))
                  .containsAnyOf(
                      "\"--port\",\"" + number + "\"",
                      "\"MANAGEMENT_SERVER_PORT\",\"value\":\"" + number + "\"");
              for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
                JsonNode get = container.path(probe).path("httpGet");
                assertThat(get.path("port")).isEqualTo(port.path("name"));
                assertThat(get.path("path").asText())
                    .isEqualTo(
                        "/actuator/health/"
                            + (probe.equals("livenessProbe") ? "liveness" : "readiness"));
              }
            });
  }

  /** Clients that keep the port of the endpoints busy do not hold up the probes. */
  private static JsonNode healthPort(JsonNode container) {
    return StreamSupport.stream(container.path("ports").spliterator(), false)
        .filter(port -> port.path("name").asText().equals("health"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldLeaveTasksTheTimeToFinishWhenAPodEnds() {
    assertThat(kind("Deployment"))
        .allSatisfy(
            it ->
                assertThat(it.at("/spec/template/spec/terminationGracePeriodSeconds").asInt())
                    .isGreaterThan(2 * SECONDS_FOR_TASKS));
  }

  @Test
  void shouldSelectWhatIsThere() {
    List<JsonNode> labels =
        kind("Deployment").map(it -> it.at("/spec/template/metadata/labels")).toList();
    assertThat(kind("Deployment").map(it -> it.at("/spec/selector/matchLabels")))
        .containsExactlyElementsOf(labels);
    assertThat(kind("PodDisruptionBudget").map(it -> it.at("/spec/selector/matchLabels")))
        .hasSameElementsAs(labels);
    assertThat(kind("Service").map(it -> it.at("/spec/selector"))).hasSize(1).isSubsetOf(labels);
    assertThat(kind("HorizontalPodAutoscaler").map(it -> it.at("/spec/scaleTargetRef/name")))
        .isSubsetOf(kind("Deployment").map(it -> it.at("/metadata/name")).toList());
  }

  @Test
  void shouldSayThatOthersMayReachAServerAndUnderWhichNames() {
    JsonNode server =
        kind("Deployment")
            .map(KubernetesTest::container)
            .filter(it -> it.path("name").asText().equals("server"))
            .findFirst()
            .orElseThrow();
    String service = kind("Service").findFirst().orElseThrow().at("/metadata/name").asText();

    assertThat(server.path("args").toString()).contains("0.0.0.0", "--allow-remote");
    assertThat(kind("ConfigMap").map(it -> it.at("/data/EVERGRAPH_WEB_ALLOWEDHOSTS").asText()))
        .containsExactly(service + "," + service + ".*");
  }

  @Test
  void shouldHoldNoSecret() {
    assertThat(kind("Secret")).isEmpty();
    assertThat(kind("Deployment").map(it -> container(it).at("/envFrom/1/secretRef/name").asText()))
        .containsOnly("evergraph");
  }
}
