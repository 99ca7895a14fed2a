package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answer that an agent ends a turn with, as a value of a type: the model gives it by calling
 * the tool {@value #NAME}, or as JSON in place of words.
 *
 * <p>It is a tool whose call ends the turn: {@link ToolCalls} writes what it was called with to the
 * channel, after a check against the schema of the type.
 *
 * @param <T> what the channel holds
 */
public final class FinalAnswer<T> implements ToolExecutor {
  /** The name of the channel and of the tool. */
  public static final String NAME = "answer";

  private static final NodePolicy LOCAL = NodePolicy.builder().local().build();

  private final Class<T> type;
  private final WrittenType<T> written;

  private FinalAnswer(Class<T> type) {
    this.type = type;
    this.written = WrittenType.<T>of(type).orElseThrow();
  }

  /**
   * Returns the answer of a type.
   *
   * @param type a record, whose JSON schema the model is told
   * @throws IllegalArgumentException when it is none
   */
  public static <T> FinalAnswer<T> of(Class<T> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(
          "Expected a record as the type of the answer but found " + type.getName() + ".");
    }
    return new FinalAnswer<>(type);
  }

  /** Returns the answer among tools; empty where the model answers with words. */
  public static Optional<FinalAnswer<?>> among(Toolset tools) {
    return tools
        .executor(NAME)
        .filter(FinalAnswer.class::isInstance)
        .map(executor -> (FinalAnswer<?>) executor);
  }

  /** Returns the channel that holds the answer of the last turn that had one. */
  public Channel<T> channel() {
    return Channel.of(NAME, type);
  }

  /** Returns the tool by which the model gives the answer. */
  public Toolset tool() {
    ToolSpecification specification =
        ToolSpecification.builder()
            .name(NAME)
            .description("Gives the final answer. Call it when everything else is done.")
            .parameters(written.parameters())
            .build();
    return Toolset.of(specification, this).policy(NAME, LOCAL);
  }

  @Override
  public String execute(ToolCall call, ToolContext context) {
    return "The answer is taken.";
  }

  /** Returns the JSON schema that answers have to fit. */
  Map<String, Object> schema() {
    return written.schema();
  }

  /** Returns what is wrong with an answer; empty where it fits. */
  public Optional<String> misfit(String text) {
    List<String> problems = written.problems(text);
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }

  /** Writes an answer that fits. */
  StateUpdate written(String text) {
    return StateUpdate.of(channel(), written.read(text));
  }

  @Override
  public String toString() {
    return "FinalAnswer[" + type.getName() + "]";
  }
}
