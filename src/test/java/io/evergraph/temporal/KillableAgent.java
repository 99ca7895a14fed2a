package io.evergraph.temporal;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * An agent that asks for three calls and then answers, on workers that are killed. Each execution
 * of its model and tools leaves a mark in a folder, which all workers share; where a file says so,
 * an execution is stuck for ever.
 */
record KillableAgent(Path folder) {
  static final String ASKED = "asked";
  static final String ANSWERED = "answered";

  /** The input of a run. */
  static StateUpdate input() {
    return StateUpdate.of(ReactAgent.MESSAGES, Message.user("Hi"));
  }

  /** The agent, or one that asks about calls of {@code b}. */
  Graph graph() {
    return agent("killed-agent").build();
  }

  Graph approving() {
    return agent("approving-agent").approve(Approval.of("b").perCall()).build();
  }

  private ReactAgent agent(String name) {
    return ReactAgent.of(name, ModelSource.of(new Model(this)))
        .tools(tool("a").and(tool("b")).and(tool("c")));
  }

  private Toolset tool(String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (call, context) -> {
          ran(name, context.idempotencyKey());
          return name + " done";
        });
  }

  /** A model that knows from the chat what comes next, in whichever process. */
  private record Model(KillableAgent agent) implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      boolean isDone =
          request.messages().stream().anyMatch(ToolExecutionResultMessage.class::isInstance);
      agent.ran(isDone ? ANSWERED : ASKED, "");
      AiMessage said = isDone ? AiMessage.from("All done.") : AiMessage.from(call("a", "b", "c"));
      return ChatResponse.builder().aiMessage(said).build();
    }

    private static List<ToolExecutionRequest> call(String... names) {
      return Arrays.stream(names)
          .map(it -> ToolExecutionRequest.builder().id(it).name(it).arguments("{}").build())
          .toList();
    }
  }

  private void ran(String what, String key) {
    try {
      Files.writeString(folder.resolve(what + "-" + UUID.randomUUID()), key);
      if (Files.exists(stuck(what))) {
        new CountDownLatch(1).await();
      }
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  private Path stuck(String what) {
    return folder.resolve("stuck." + what);
  }

  /** Lets executions be stuck. */
  void hold(String what) throws IOException {
    Files.createFile(stuck(what));
  }

  /** Lets executions pass again. */
  void release(String what) throws IOException {
    Files.delete(stuck(what));
  }

  /** The keys of the executions of a tool, or nothing for each of the model. */
  List<String> executions(String what) {
    try (Stream<Path> marks = Files.list(folder)) {
      return marks
          .filter(mark -> mark.getFileName().toString().startsWith(what + "-"))
          .map(KillableAgent::read)
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String read(Path mark) {
    try {
      return Files.readString(mark);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
