package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What a browser sends in the name of a foreign page. */
class HostAndOriginTest {
  private static final String HOST = "Host: localhost";
  private static final String CREATE = "POST /threads";
  private static final String RETRY = "POST /admin/parked/retry";

  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
          .withUserConfiguration(Everything.class, Graphs.class)
          .withPropertyValues(
              "server.port=0",
              "server.address=127.0.0.1",
              "management.endpoints.web.exposure.include=health",
              "evergraph.runtime=memory");

  /** Writes what clients of Java may not: any header Host and Origin. */
  private static String send(
      AssertableWebApplicationContext context, String request, String... headers)
      throws IOException {
    int port =
        context
            .getSourceApplicationContext(AnnotationConfigServletWebServerApplicationContext.class)
            .getWebServer()
            .getPort();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      String lines =
          request
              + " HTTP/1.1\r\n"
              + String.join("\r\n", headers)
              + "\r\nConnection: close\r\nContent-Type: application/json\r\n"
              + "Content-Length: 2\r\n\r\n{}";
      socket.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void assertRefused(String answer, String kind, String remedy) {
    assertThat(answer)
        .startsWith("HTTP/1.1 403")
        .contains("application/problem+json", "urn:evergraph:problem:" + kind, remedy);
  }

  @Test
  void shouldRefuseAHostThatIsNotItsOwn() {
    runner.run(
        context -> {
          for (String request :
              List.of("GET /ok", "GET /threads/a/state", "GET /admin/parked", CREATE, RETRY)) {
            assertRefused(
                send(context, request, "Host: evil.example"),
                "unknown-host",
                "evergraph.web.allowed-hosts");
          }
        });
  }

  @Test
  void shouldAnswerUnderTheNamesOfThisMachine() {
    runner.run(
        context -> {
          for (String host :
              List.of(
                  "localhost", "LOCALHOST:80", "a.localhost:8080", "127.0.0.1:1", "[::1]:8080")) {
            assertThat(send(context, "GET /ok", "Host: " + host))
                .as(host)
                .startsWith("HTTP/1.1 200");
          }
        });
  }

  @Test
  void shouldAnswerUnderTheNamesThatAreSet() {
    runner
        .withPropertyValues(
            "evergraph.web.allowed-hosts=*.example.com,agents",
            "evergraph.web.public-url=https://public.example/agents")
        .run(
            context -> {
              for (String host :
                  new String[] {"a.example.com", "AGENTS:8080", "public.example:443"}) {
                assertThat(send(context, "GET /ok", "Host: " + host))
                    .as(host)
                    .startsWith("HTTP/1.1 200");
              }
              assertRefused(
                  send(context, "GET /ok", "Host: example.com.evil"), "unknown-host", "Host");
            });
  }

  @Test
  void shouldRefuseAChangeThatAForeignPageSends() {
    runner.run(
        context -> {
          for (String header :
              List.of(
                  "Origin: https://evil.example",
                  "Origin: null",
                  "Origin: http://localhost.evil.example",
                  "Sec-Fetch-Site: cross-site",
                  "Sec-Fetch-Site: same-site")) {
            for (String request : List.of(CREATE, RETRY, "DELETE /threads/a")) {
              assertRefused(
                  send(context, request, HOST, header),
                  "foreign-origin",
                  "evergraph.web.allowed-origins");
            }
          }
        });
  }

  @Test
  void shouldTakeAChangeOfItsOwnPagesOfNamedOnesAndOfPrograms() {
    runner
        .withPropertyValues(
            "evergraph.web.allowed-origins=http://localhost:[*],https://pages.example")
        .run(
            context -> {
              for (String header :
                  List.of(
                      "Origin: http://localhost",
                      "Origin: http://localhost:3000",
                      "Origin: https://pages.example",
                      "Sec-Fetch-Site: same-origin",
                      "Sec-Fetch-Site: none",
                      "Accept: */*")) {
                assertThat(send(context, CREATE, HOST, header))
                    .as(header)
                    .startsWith("HTTP/1.1 200");
              }
            });
  }

  /** The proxy ends the encryption: here the page and the server differ in their scheme. */
  @ParameterizedTest
  @ValueSource(strings = {"", "https://pages.example"})
  void shouldTakeAChangeOfThePageAtThePublicUrlBehindAProxy(String named) {
    runner
        .withPropertyValues(
            "evergraph.web.public-url=https://Agents.example.com:443/graphs",
            "evergraph.web.allowed-origins=" + named)
        .run(
            context -> {
              String origin = "Origin: https://agents.example.com";
              for (String host : List.of("Host: agents.example.com", HOST)) {
                assertThat(send(context, CREATE, host, origin)).as(host).startsWith("HTTP/1.1 200");
              }
              assertRefused(
                  send(context, CREATE, HOST, "Origin: https://example.com"),
                  "foreign-origin",
                  "evergraph.web.allowed-origins");
            });
  }

  @Test
  void shouldTakeAChangeOfItsOwnPageWhereAProxyTellsTheScheme() {
    runner
        .withPropertyValues(
            "evergraph.web.allowed-hosts=agents.example.com",
            "server.forward-headers-strategy=native")
        .run(
            context ->
                assertThat(
                        send(
                            context,
                            CREATE,
                            "Host: agents.example.com",
                            "Origin: https://agents.example.com",
                            "X-Forwarded-Proto: https"))
                    .startsWith("HTTP/1.1 200"));
  }

  @Test
  void shouldLeaveThePathsOfTheApplicationToIt() {
    runner.run(
        context ->
            assertThat(send(context, "GET /actuator/health", "Host: evil.example"))
                .contains("\"status\"")
                .doesNotContain("unknown-host"));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}
}
