package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class WorkerCommandTest {

  @Test
  void shouldNotListenUnlessAPortIsNamed() {
    assertThat(command().web()).isEqualTo(WebApplicationType.NONE);
    assertThat(command("--port", "0").web()).isEqualTo(WebApplicationType.SERVLET);
  }

  @Test
  void shouldRefuseAnAddressWithoutAPort() {
    CommandRun run = CommandRun.of("worker", "--temporal", "127.0.0.1:1", "--host", "127.0.0.1");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errLines()).singleElement().asString().contains("--host", "--port");
  }

  @Test
  void shouldTellItsHealthAndFiguresAndNothingElseOverHttp() throws Exception {
    WorkerCommand command = command("--port", "0", "--embedded");
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            command.web(), command.properties(), EvergraphApplication.graphs(), false)) {
      String url = Banner.baseUrl(context).orElseThrow();

      assertThat(get(url + "/actuator/health/liveness").statusCode()).isEqualTo(200);
      assertThat(get(url + "/actuator/health/readiness").statusCode()).isEqualTo(200);
      assertThat(get(url + "/actuator/health").body()).contains("\"worker\"", "\"temporal\"");
      assertThat(get(url + "/actuator/metrics").body()).contains("temporal_request_latency");
      for (String path : List.of("/", "/docs", "/v3/api-docs", "/assistants/airline")) {
        assertThat(get(url + path).statusCode()).as(path).isEqualTo(404);
      }
      assertThat(Banner.of(context).lines())
          .contains("  health    " + url + "/actuator/health")
          .noneMatch(line -> line.contains("API"));
    }
  }

  @Test
  void shouldTellItsHealthWhereItIsWhenItHasAPortOfItsOwn() throws Exception {
    Map<String, Object> properties =
        new HashMap<>(command("--port", "0", "--embedded").properties());
    properties.put("management.server.port", 0);
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, properties, EvergraphApplication.graphs(), false)) {
      String health =
          Banner.of(context).lines().stream()
              .filter(line -> line.strip().startsWith("health"))
              .findFirst()
              .orElseThrow();

      assertThat(get(health.replaceFirst(".*(http)", "$1")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void shouldWriteAddressesThatClientsTake() {
    assertThat(Banner.url("::1", 8080)).isEqualTo("http://[::1]:8080");
    assertThat(URI.create(Banner.url("::1", 8080)).getPort()).isEqualTo(8080);
    assertThat(options("--host", "::1", "--port", "8080").url()).hasValue("http://[::1]:8080");
    assertThat(options("--host", "0.0.0.0", "--port", "8080").url()).isEmpty();
    assertThat(options("--port", "8080").url()).hasValue("http://127.0.0.1:8080");
  }

  private static ProcessOptions options(String... words) {
    ProcessOptions options = new ProcessOptions();
    new CommandLine(
            CommandSpec.create().addMixin("options", CommandSpec.forAnnotatedObject(options)))
        .parseArgs(words);
    return options;
  }

  private static WorkerCommand command(String... words) {
    WorkerCommand command = new WorkerCommand();
    new CommandLine(command).parseArgs(words);
    return command;
  }

  private static HttpResponse<String> get(String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
