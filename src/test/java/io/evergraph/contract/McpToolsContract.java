package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.evergraph.agent.ReactAgent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.McpServerProcess;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.McpTools;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tools of servers of the Model Context Protocol, in processes of their own. */
class McpToolsContract extends RuntimeContract {
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();
  private static final NodePolicy TWICE =
      NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build();

  @TempDir private Path folder;

  private McpTools crm = McpTools.of("crm", this::stdio);

  @BeforeEach
  void offerTools() throws IOException {
    McpServerProcess.offer(folder, "find", "notes/read");
  }

  @AfterEach
  void close() {
    crm.close();
  }

  private McpTransport stdio() {
    return new StdioMcpTransport.Builder().command(McpServerProcess.command(folder)).build();
  }

  private Graph agent(NodePolicy policy, ChatModel model) {
    return ReactAgent.of("agent-" + thread().value(), ModelSource.of(model))
        .tools(Toolset.source(crm).policy("crm", policy))
        .modelPolicy(policy)
        .build();
  }

  private RunResult say(Graph agent) {
    return start(agent, StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private RunResult run(NodePolicy policy, AiMessage... script) {
    return say(agent(policy, ScriptedChat.of(script)));
  }

  private static AiMessage find(String tool, int id) {
    return calls(call("c" + id, tool, "{\"id\":" + id + "}"));
  }

  private static List<String> results(RunResult result) {
    return result.state().get(MESSAGES).stream()
        .filter(Message.Tool.class::isInstance)
        .map(it -> ((Message.Tool) it).outcome() + " " + it.text())
        .toList();
  }

  @Test
  void shouldCallToolsOverStandardStreams() throws IOException {
    RunResult result =
        run(
            ONCE,
            find("crm_find", 7),
            find("crm_notes_read", 8),
            find("crm_find", 404),
            calls(call("x", "crm_find", "{\"id\":\"seven\"}")),
            says("Done."));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result).subList(0, 3))
        .containsExactly(
            "SUCCESS find 7 found", "SUCCESS notes/read 8 found", "ERROR There is no such id.");
    assertThat(results(result).get(3)).startsWith("ERROR").contains("integer expected");
    assertThat(McpServerProcess.calls(folder))
        .containsExactly("find 7", "notes/read 8", "find 404");
    assertThat(runtime().events(thread(), 1).stream())
        .filteredOn(RunEvent.TaskFinished.class::isInstance)
        .extracting(event -> ((RunEvent.TaskFinished) event).node())
        .contains("tools.crm");
  }

  @Test
  void shouldCallToolsOverHttpAndReachTheServerAgainAfterItsRestart() throws Exception {
    Process first = McpServerProcess.start(folder, 0);
    int port = McpServerProcess.port(first);
    String url = "http://127.0.0.1:" + port + "/mcp";
    crm = McpTools.of("crm", () -> StreamableHttpMcpTransport.builder().url(url).build());
    Process second = null;
    try {
      Graph agent =
          agent(ONCE, ScriptedChat.of(find("crm_find", 7), find("crm_find", 8), says("Done.")));
      Files.createFile(folder.resolve("die"));
      RunResult parked = say(agent);
      assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
      assertThat(parked.error().orElseThrow()).hasMessageContaining("ToolSourceLostException");

      second = McpServerProcess.start(folder, port);
      McpServerProcess.port(second);
      RunResult result = answer(Answer.retry());

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(results(result)).containsExactly("SUCCESS find 7 found", "SUCCESS find 8 found");
    } finally {
      first.destroyForcibly();
      if (second != null) {
        second.destroyForcibly();
      }
    }
  }

  @Test
  void shouldStartALostServerAgainWithTheNextAttempt() throws IOException {
    Files.createFile(folder.resolve("die"));

    RunResult result = run(TWICE, find("crm_find", 7), says("Done."));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).containsExactly("SUCCESS find 7 found");
    assertThat(McpServerProcess.calls(folder)).containsExactly("find 7", "find 7");
  }

  @Test
  void shouldParkWhereTheServerCannotBeReached() {
    crm =
        McpTools.of(
            "crm",
            () -> new StdioMcpTransport.Builder().command(List.of("/no/such/program")).build());

    RunResult result = run(ONCE, says("Never."));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow())
        .hasMessageContaining("ToolSourceLostException")
        .hasMessageContaining("tools of 'crm'");
  }

  /** A model that notes what it is offered, while the server changes it. */
  private record Offered(Path folder, ScriptedChat script, Supplier<List<String>> next)
      implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      try {
        McpServerProcess.offer(folder, next.get().toArray(String[]::new));
      } catch (IOException unwritable) {
        throw new UncheckedIOException(unwritable);
      }
      return script.doChat(request);
    }

    List<List<String>> requests() {
      return script.requests().stream()
          .map(it -> it.toolSpecifications().stream().map(ToolSpecification::name).toList())
          .toList();
    }
  }

  /** Connects by HTTP from now on. */
  private Process overHttp() throws IOException {
    Process server = McpServerProcess.start(folder, 0);
    String url = "http://127.0.0.1:" + McpServerProcess.port(server) + "/mcp";
    crm = McpTools.of("crm", () -> StreamableHttpMcpTransport.builder().url(url).build());
    return server;
  }

  @Test
  void shouldAskForTheToolsBeforeEachCallOfTheModelAndTellOfThoseThatAreGone() {
    assertRefreshed();
  }

  @Test
  void shouldAskForTheToolsBeforeEachCallOfTheModelOverHttp() throws IOException {
    Process server = overHttp();
    try {
      assertRefreshed();
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void shouldBeginAnotherSessionWhereTheServerHasForgottenIt() throws IOException {
    Process server = overHttp();
    try {
      Graph agent =
          agent(
              TWICE,
              ScriptedChat.of(find("crm_find", 7), says("Done."), find("crm_find", 8), says("OK")));
      say(agent);
      Files.createFile(folder.resolve("forget"));

      RunResult result = say(agent);

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(folder.resolve("forget")).doesNotExist();
      assertThat(results(result)).containsExactly("SUCCESS find 7 found", "SUCCESS find 8 found");
    } finally {
      server.destroyForcibly();
    }
  }

  private void assertRefreshed() {
    Offered model =
        new Offered(
            folder,
            ScriptedChat.of(find("crm_find", 7), find("crm_search", 8), says("Done.")),
            () -> List.of("search"));

    RunResult result = say(agent(ONCE, model));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(model.requests().get(0)).containsExactly("crm_find", "crm_notes_read");
    assertThat(model.requests().get(1)).containsExactly("crm_search");
    assertThat(results(result))
        .containsExactly(
            "ERROR There is no tool 'crm_find'. Use one of these: crm_search.",
            "SUCCESS search 8 found");
  }

  @Test
  void shouldAskAboutCallsOfAServer() throws IOException {
    Graph agent =
        ReactAgent.of(
                "agent-" + thread().value(),
                ModelSource.of(ScriptedChat.of(find("crm_find", 7), says("Done."))))
            .tools(Toolset.source(crm))
            .approve("crm_find")
            .build();

    say(agent);
    assertThat(McpServerProcess.calls(folder)).isEmpty();
    Map<String, Object> wrong = Map.of("type", "edit", "args", Map.of("id", "x"));
    assertThatThrownBy(() -> answer(Answer.single(wrong))).hasMessageContaining("id");
    RunResult result = answer(Answer.single(Map.of("type", "edit", "args", Map.of("id", 9))));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(McpServerProcess.calls(folder)).containsExactly("find 9");
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowOnlyCallsToAPersonThatTheServerTakes(Approval.Card card) throws IOException {
    Approval rule = Approval.of("crm_find", "crm_gone");
    AiMessage script =
        calls(
            call("c1", "crm_find", "{\"id\":\"seven\"}"),
            call("c2", "crm_find", "{\"id\":8}"),
            call("c3", "crm_gone", "{}"));
    Graph agent =
        ReactAgent.of(
                "agent-" + thread().value(), ModelSource.of(ScriptedChat.of(script, says("Done."))))
            .tools(Toolset.source(crm))
            .approve(card == Approval.Card.PER_CALL ? rule.perCall() : rule)
            .build();

    RunResult asked = say(agent);
    assertThat(asked.interrupts()).hasSize(1);
    assertThat(asked.interrupts().get(0).value().toString()).contains("8").doesNotContain("seven");
    RunResult result = answer(Answer.single(Map.of("type", "approve")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).hasSize(3).element(1).isEqualTo("SUCCESS find 8 found");
    assertThat(results(result).get(0)).startsWith("ERROR").contains("integer expected");
    assertThat(results(result).get(2)).startsWith("ERROR There is no tool 'crm_gone'.");
    assertThat(McpServerProcess.calls(folder)).containsExactly("find 8");
  }

  @Test
  void shouldRefuseNamesThatDoNotSayWhoseTheToolIs() {
    Toolset plain =
        Toolset.of(ToolSpecification.builder().name("crm_find").build(), (call, context) -> "");
    McpTools nested = McpTools.of("crm_eu", this::stdio);

    assertThatThrownBy(() -> Toolset.source(crm).and(plain)).hasMessageContaining("'crm_find'");
    assertThatThrownBy(() -> Toolset.source(nested).and(Toolset.source(crm)))
        .hasMessageContaining("'crm_eu_'");
    assertThatThrownBy(() -> Toolset.source(crm).and(Toolset.source(crm)))
        .hasMessageContaining("different names");
    assertThatThrownBy(() -> Toolset.source(McpTools.of("no name", this::stdio)))
        .hasMessageContaining("'no name'");
    assertThatThrownBy(
            () ->
                ReactAgent.of("agent", ModelSource.of(ScriptedChat.of()))
                    .tools(Toolset.source(crm))
                    .approve(Approval.of("other"))
                    .build())
        .hasMessageContaining("'other'");
  }
}
