package io.evergraph.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** What a test says about a {@link GraphRun}; {@code Assertions.assertThat(run)} begins it. */
public final class GraphRunAssert extends AbstractAssert<GraphRunAssert, GraphRun> {
  private @Nullable JsonNode shown;

  GraphRunAssert(GraphRun run) {
    super(run, GraphRunAssert.class);
  }

  /** The graph came to its end. */
  public GraphRunAssert finished() {
    return stopped(RunStatus.FINISHED);
  }

  /** The run gave up a task of a node and waits for somebody to decide. */
  public GraphRunAssert parkedAt(String node) {
    stopped(RunStatus.PARKED);
    List<String> nodes =
        actual.result().snapshot().tasks().stream()
            .filter(task -> task.failure() != null)
            .map(task -> task.node())
            .toList();
    Assertions.assertThat(nodes).as("the failed tasks of %s", actual).contains(node);
    return this;
  }

  private GraphRunAssert stopped(RunStatus status) {
    Assertions.assertThat(actual.result().status())
        .as("how the run stopped%s", actual.result().error().map(it -> ": " + it).orElse(""))
        .isEqualTo(status);
    return this;
  }

  /**
   * There is an open question of a node of this name, or one that shows a call of a tool of this
   * name; {@link #withArguments} says more about the call.
   */
  public GraphRunAssert asks(String name) {
    List<String> names = new ArrayList<>();
    for (Interrupt question : actual.questions()) {
      names.add(question.node());
      for (JsonNode call : calls(question)) {
        names.add(call.path("name").asText());
        shown = call.path("name").asText().equals(name) ? call.path("args") : shown;
      }
    }
    Assertions.assertThat(names).as("what %s asks", actual).contains(name);
    return this;
  }

  /** Returns the calls that a question shows: in a card of all of a message, or one by itself. */
  private static List<JsonNode> calls(Interrupt question) {
    JsonNode value = StateCodec.create().mapper().valueToTree(question.value());
    JsonNode card = value.path("action_requests");
    return card.isArray()
        ? StreamSupport.stream(card.spliterator(), false).toList()
        : Stream.of(value).filter(one -> one.has("args")).toList();
  }

  /**
   * The call that {@link #asks} has found has these arguments, and maybe others.
   *
   * @param namesAndValues name, value, name, value …
   */
  public GraphRunAssert withArguments(Object... namesAndValues) {
    JsonNode arguments = shown;
    if (arguments == null) {
      throw failure("Expected asks(tool) before the arguments of its call.");
    }
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "Expected a value after each name but found none after the last one.");
    }
    for (int i = 0; i < namesAndValues.length; i += 2) {
      requireArgument(arguments, namesAndValues[i].toString(), namesAndValues[i + 1]);
    }
    return this;
  }

  /** JSON does not tell an int from a long. */
  private static void requireArgument(JsonNode arguments, String name, Object value) {
    JsonNode expected = StateCodec.create().mapper().valueToTree(value);
    JsonNode found = arguments.path(name);
    if (expected.isNumber() && found.isNumber()) {
      Assertions.assertThat(found.decimalValue())
          .as("argument '%s' of %s", name, arguments)
          .isEqualByComparingTo(expected.decimalValue());
    } else {
      Assertions.assertThat(found).as("argument '%s' of %s", name, arguments).isEqualTo(expected);
    }
  }

  /** No question is open. */
  public GraphRunAssert asksNothing() {
    Assertions.assertThat(actual.questions()).as("open questions").isEmpty();
    return this;
  }

  /**
   * So many tasks of a tool, or of any other node, have finished on the thread. A call that was
   * asked about by itself ({@code perCall}) has its task though it was rejected or answered; in the
   * modes {@code GRAPH} and {@code LEGACY}, and of tools of a source, calls have no tasks of their
   * names.
   */
  public GraphRunAssert toolRan(String name, int times) {
    Assertions.assertThat(finishedNodes())
        .as("%s, %d times among the nodes that have finished", name, times)
        .filteredOn(name::equals)
        .hasSize(times);
    return this;
  }

  /** These nodes have finished on the thread, in this order, and no others. */
  public GraphRunAssert ran(String... nodes) {
    Assertions.assertThat(finishedNodes())
        .as("the nodes that have finished")
        .containsExactly(nodes);
    return this;
  }

  private List<String> finishedNodes() {
    return actual.events().stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .filter(node -> !node.equals(Graph.START))
        .toList();
  }

  /** These nodes follow where the run has stopped; none where nothing does. */
  public GraphRunAssert goesTo(String... nodes) {
    Assertions.assertThat(actual.result().snapshot().next())
        .as("what follows")
        .containsExactlyInAnyOrder(nodes);
    return this;
  }

  /** The last thing that the model said, without calling a tool, is this text. */
  public GraphRunAssert said(String text) {
    Optional<String> last =
        actual.chat().stream()
            .filter(it -> it instanceof Message.Assistant said && said.toolCalls().isEmpty())
            .map(Message::text)
            .reduce((one, next) -> next);
    Assertions.assertThat(last).as("what was said last in %s", actual.chat()).contains(text);
    return this;
  }

  /** A channel holds a value. */
  public <T> GraphRunAssert holds(Channel<T> channel, T value) {
    Assertions.assertThat(actual.state().find(channel)).as("%s", channel).contains(value);
    return this;
  }

  /** Each call in the chat has exactly one result, right after its message. */
  public GraphRunAssert chatIsValid() {
    Assertions.assertThat(ChatLaw.faults(actual.chat())).as("faults of the chat").isEmpty();
    return this;
  }
}
