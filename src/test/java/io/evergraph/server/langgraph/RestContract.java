package io.evergraph.server.langgraph;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.TestRuntime;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The base of suites that talk to a server over HTTP, with one runtime behind it. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class RestContract {
  private final Graph[] graphs;
  private TestServer server;

  @Parameter private TestRuntime on;

  RestContract(Graph... graphs) {
    this.graphs = graphs;
  }

  @BeforeParameterizedClassInvocation
  void start() {
    server = TestServer.of(on.with(graphs));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    server.close();
  }

  TestServer server() {
    return server;
  }

  /** Sends a body whose texts stand in single quotes. */
  Reply post(String path, String body) {
    return server.post(path, body.replace('\'', '"'));
  }

  String newThread() {
    return server.post("/threads", "{}").json().get("thread_id").asText();
  }

  Reply await(String thread, String body) {
    return post("/threads/" + thread + "/runs/wait", body);
  }

  JsonNode state(String thread) {
    return server.get("/threads/" + thread + "/state").json();
  }

  static JsonNode json(String text) {
    return TestServer.parse(text.replace('\'', '"'));
  }

  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.asText()));
    return texts;
  }
}
