package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

class FrontPageTest {
  private static final String PUBLIC_URL = "evergraph.web.public-url";

  @Test
  void shouldLeadToTheApiPageWhenTheAddressOfTheBannerIsOpened() throws Exception {
    Map<String, Object> options = Map.of("server.port", 0, "evergraph.runtime", "memory");
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, options, EvergraphApplication.graphs(), false)) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(Banner.baseUrl(context).orElseThrow() + "/")).build();

      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(302);
      assertThat(answer.headers().firstValue("Location"))
          .hasValue(Banner.baseUrl(context).orElseThrow() + "/docs");
    }
  }

  @Test
  void shouldTellTheApiWhereItIsThoughTheBasePathEndsWithASlash() {
    Map<String, Object> options =
        Map.of(
            "server.port", 0, "evergraph.runtime", "memory", "evergraph.web.base-path", "/agents/");
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, options, EvergraphApplication.graphs(), false)) {
      assertThat(Banner.of(context).lines())
          .contains("  API       " + Banner.baseUrl(context).orElseThrow() + "/agents");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/agents", "/agents/"})
  void shouldTellAddressesThatAnswerWhereTheServletHasAPathOfItsOwn(String path) throws Exception {
    Map<String, Object> options =
        Map.of(
            "server.port",
            0,
            "evergraph.runtime",
            "memory",
            "server.servlet.context-path",
            "/app",
            "spring.mvc.servlet.path",
            path);
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, options, EvergraphApplication.graphs(), false)) {
      String base = Banner.baseUrl(context).orElseThrow();
      List<String> addresses =
          Banner.of(context).lines().stream()
              .filter(line -> line.contains("http://127"))
              .map(line -> line.replaceFirst(".*http", "http"))
              .map(address -> address.equals(base) ? base + "/info" : address)
              .toList();

      assertThat(addresses).hasSize(3);
      for (String address : Stream.concat(addresses.stream(), Stream.of(base + "/")).toList()) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
        assertThat(
                HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.ALWAYS)
                    .build()
                    .send(request, BodyHandlers.discarding())
                    .statusCode())
            .as(address)
            .isEqualTo(200);
      }
    }
  }

  @Test
  void shouldAnswerNothingUnderAForeignName() throws Exception {
    Map<String, Object> options = Map.of("server.port", 0, "evergraph.runtime", "memory");
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, options, EvergraphApplication.graphs(), false)) {
      URI server = URI.create(Banner.baseUrl(context).orElseThrow());

      for (String path : List.of("/", "/docs", "/actuator/health", "/actuator/metrics", "/ok")) {
        assertThat(statusLine(server, path, "evil.example")).as(path).startsWith("HTTP/1.1 403");
      }
      assertThat(statusLine(server, "/actuator/health/readiness", "127.0.0.1"))
          .startsWith("HTTP/1.1 200");
    }
  }

  /** As behind a gateway: where it listens is not where people reach it. */
  @Test
  void shouldAnswerUnderTheConfiguredNameThoughItListensElsewhere() throws Exception {
    Map<String, Object> options = Map.of("server.port", 0, "evergraph.runtime", "memory");
    Map<String, Object> usual = Map.of(PUBLIC_URL, "http://127.0.0.1:8080");
    System.setProperty(PUBLIC_URL, "https://graphs.example");
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, options, usual, EvergraphApplication.graphs(), false)) {
      URI server = URI.create(Banner.baseUrl(context).orElseThrow());

      assertThat(statusLine(server, "/ok", "graphs.example")).startsWith("HTTP/1.1 200");
    } finally {
      System.clearProperty(PUBLIC_URL);
    }
  }

  private static String statusLine(URI server, String path, String host) throws IOException {
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n";
      socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.lines().findFirst().orElse("");
    }
  }
}
