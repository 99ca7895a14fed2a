package io.evergraph.endpoint;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.temporal.RealTemporal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** One question, three ways to answer it, each of them once. */
@Tag("real")
class ApprovalByThreeEndpointsTest {
  private static final Channel<String> RESULT = Channel.of("result", String.class);
  private static final String GRAPH = "three-endpoints";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static String program = "";
  private static String server = "";
  private static ConfigurableApplicationContext application;

  record Approval(boolean approved, String comment) {}

  @SpringBootConfiguration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Graph threeEndpoints() {
      return Graph.builder(GRAPH)
          .channels(RESULT)
          .node(
              "approve",
              context -> {
                Approval approval =
                    context.interrupt(Question.asking(Approval.class, "Refund this?"));
                return Command.update(RESULT, approval.approved() + ": " + approval.comment());
              })
          .edge(START, "approve")
          .build();
    }
  }

  @BeforeAll
  static void start() {
    program = RealTemporal.program();
    application =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.SERVLET)
            .properties(
                "server.port=0",
                "server.address=127.0.0.1",
                "evergraph.temporal.target=" + RealTemporal.address(),
                "evergraph.temporal.task-queue=three-endpoints")
            .run();
    server = "http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port");
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @Test
  void shouldTakeTheAnswerByRestOnceAndRefuseTheSecond() throws Exception {
    String question = ask("by-rest");

    HttpResponse<String> first = answerByRest("by-rest", question, "by REST");
    HttpResponse<String> second = answerByRest("by-rest", question, "again");

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(first.body()).path("result").asText()).isEqualTo("true: by REST");
    assertThat(second.statusCode()).isEqualTo(409);
    assertThat(second.headers().firstValue("content-type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(second.body()).contains(question);
  }

  @Test
  void shouldTakeTheAnswerBySignalOnceAndRecordThatTheSecondWasIgnored() throws Exception {
    String question = ask("by-signal");

    temporal(
        "signal",
        "--workflow-id",
        "by-signal",
        "--name",
        "resume",
        "--input",
        answer(question, "by signal"));
    awaitResult("by-signal", "true: by signal");
    temporal(
        "signal",
        "--workflow-id",
        "by-signal",
        "--name",
        "resume",
        "--input",
        answer(question, "again"));

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(runtime().events(ThreadId.of("by-signal"), 1))
                    .last()
                    .isInstanceOfSatisfying(
                        InterruptEvent.AnswerIgnored.class,
                        ignored -> assertThat(ignored.interruptId()).isEqualTo(question)));
    assertThat(runtime().snapshot(ThreadId.of("by-signal")).state().get(RESULT))
        .isEqualTo("true: by signal");
  }

  @Test
  void shouldTakeTheAnswerByUpdateOnceAndRefuseTheSecond() throws Exception {
    String question = ask("by-update");

    temporal(
        "update",
        "execute",
        "--workflow-id",
        "by-update",
        "--name",
        "answer",
        "--input",
        answer(question, "by update"));
    awaitResult("by-update", "true: by update");

    assertThatThrownBy(
            () ->
                temporal(
                    "update",
                    "execute",
                    "--workflow-id",
                    "by-update",
                    "--name",
                    "answer",
                    "--input",
                    answer(question, "again")))
        .hasMessageContaining("UnknownInterruptException")
        .hasMessageContaining(question);
  }

  private static GraphRuntime runtime() {
    return application.getBean(GraphRuntime.class);
  }

  private static String ask(String thread) throws IOException, InterruptedException {
    HttpResponse<String> asked =
        post(
            "/threads/" + thread + "/runs/wait",
            "{\"assistant_id\":\"" + GRAPH + "\",\"input\":{},\"if_not_exists\":\"create\"}");
    JsonNode interrupts = JSON.readTree(asked.body()).path("__interrupt__");
    assertThat(interrupts).hasSize(1);
    return interrupts.get(0).path("id").asText();
  }

  private static HttpResponse<String> answerByRest(String thread, String question, String comment)
      throws IOException, InterruptedException {
    return post(
        "/threads/" + thread + "/runs/wait",
        "{\"assistant_id\":\""
            + GRAPH
            + "\",\"command\":{\"resume\":{\""
            + question
            + "\":"
            + approval(comment)
            + "}}}");
  }

  private static String answer(String question, String comment) {
    return "{\"interrupt\":\"" + question + "\",\"value\":" + approval(comment) + "}";
  }

  private static String approval(String comment) {
    return "{\"approved\":true,\"comment\":\"" + comment + "\"}";
  }

  private static HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create(server + path))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static void temporal(String... arguments) {
    String[] command = new String[arguments.length + 4];
    command[0] = program;
    command[1] = "workflow";
    System.arraycopy(arguments, 0, command, 2, arguments.length);
    command[arguments.length + 2] = "--address";
    command[arguments.length + 3] = RealTemporal.address();
    RealTemporal.run(command);
  }

  private static void awaitResult(String thread, String expected) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(runtime().snapshot(ThreadId.of(thread)).state().find(RESULT))
                    .contains(expected));
  }
}
