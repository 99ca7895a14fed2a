package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that no client should send are the client's errors, never the server's. */
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.REAL})
class HostileRequestsContract {
  @Parameter private TestRuntime on;
  private TestServer server;

  @BeforeParameterizedClassInvocation
  void start() {
    server = TestServer.of(on.with(SampleGraphs.chain()));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    server.close();
  }

  private String newThread() {
    return server.post("/threads", "{}").json().get("thread_id").asText();
  }

  private Reply run(String options) {
    String body = "{'assistant_id':'chain','input':{'value':'x'}," + options + "}";
    return server.post("/runs/wait", body.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/runs?limit=0",
        "/runs?limit=-1",
        "/runs?offset=-1",
        "/history?limit=0",
        "/history?limit=-5"
      })
  void shouldRefuseLimitsThatAreNone(String path) {
    Reply reply = server.get("/threads/" + newThread() + path);

    assertThat(reply.status()).as(reply.body()).isEqualTo(422);
    assertThat(reply.json().get("detail").asText()).contains("or more");
  }

  @Test
  void shouldRefuseALimitOfNoneInABody() {
    Reply reply = server.post("/threads/" + newThread() + "/history", "{\"limit\":0}");

    assertThat(reply.status()).isEqualTo(422);
  }

  /** The client of the JDK would not send such a target. */
  private String statusOf(String target) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", server.uri().getPort())) {
      String request =
          "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return reply.lines().findFirst().orElse("nothing");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"?=x", "?=&limit=1", "?%zz=1", "?limit=%ff%fe"})
  void shouldRefuseParametersThatCannotBeRead(String query) throws IOException {
    String thread = newThread();

    assertThat(statusOf("/threads/" + thread + "/runs" + query))
        .matches("HTTP/1\\.1 (200|4\\d\\d).*");
    assertThat(statusOf("/threads/" + thread + "/history" + query))
        .matches("HTTP/1\\.1 (200|4\\d\\d).*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed"})
  void shouldRefuseABodyInParts(String type) {
    Reply reply =
        server.send(
            server
                .request("/threads")
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build());

    assertThat(reply.status()).as(reply.body()).isEqualTo(415);
    assertThat(reply.json().get("detail").asText()).contains("application/json");
  }

  @Test
  void shouldKeepLongMetadataAndRefuseATenantThatIsTooLong() {
    String text = "x".repeat(3_000);

    Reply kept = server.post("/threads", "{\"metadata\":{\"note\":\"" + text + "\"}}");
    Reply refused = server.post("/threads", "{\"metadata\":{\"tenant\":\"" + text + "\"}}");

    assertThat(kept.status()).isEqualTo(200);
    assertThat(kept.json().get("metadata").get("note").asText()).isEqualTo(text);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().get("detail").asText()).contains("255");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'interrupt_before':['gone']",
        "'interrupt_after':['inner/gone']",
        "'config':{'call_options':{'gone':{'attempts':2}}}"
      })
  void shouldRefuseOptionsOfNodesThatAreNotThere(String options) {
    Reply reply = run(options);

    assertThat(reply.status()).as(reply.body()).isEqualTo(422);
    assertThat(reply.json().get("detail").asText()).contains("gone");
  }
}
