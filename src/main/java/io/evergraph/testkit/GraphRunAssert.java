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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** What a test says about a {@link GraphRun}; {@code Assertions.assertThat(run)} begins it. */
public final class GraphRunAssert extends AbstractAssert<GraphRunAssert, GraphRun> {
  private List<JsonNode> shown = List.of();

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
    List<JsonNode> calls = actual.questions().stream().flatMap(it -> calls(it).stream()).toList();
    List<String> names =
        Stream.concat(
                actual.questions().stream().map(Interrupt::node),
                calls.stream().map(GraphRunAssert::name))
            .toList();
    shown = calls.stream().filter(it -> name(it).equals(name)).map(it -> it.path("args")).toList();
    Assertions.assertThat(names).as("what %s asks", actual).contains(name);
    return this;
  }

  private static String name(JsonNode call) {
    return call.path("name").asText();
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
   * A call that {@link #asks} has found has these arguments, and maybe others. What is said next
   * about arguments is said about the same call.
   *
   * @param namesAndValues name, value, name, value …
   */
  public GraphRunAssert withArguments(Object... namesAndValues) {
    if (shown.isEmpty()) {
      throw failure("Expected asks(tool) before the arguments of its call.");
    }
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "Expected a value after each name but found none after the last one.");
    }
    List<AssertionError> misfits = new ArrayList<>();
    List<JsonNode> fitting = new ArrayList<>();
    for (JsonNode arguments : shown) {
      misfit(arguments, namesAndValues).ifPresentOrElse(misfits::add, () -> fitting.add(arguments));
    }
    if (fitting.isEmpty()) {
      throw none(misfits);
    }
    shown = fitting;
    return this;
  }

  private static Optional<AssertionError> misfit(JsonNode arguments, Object... namesAndValues) {
    try {
      for (int i = 0; i < namesAndValues.length; i += 2) {
        requireArgument(arguments, namesAndValues[i].toString(), namesAndValues[i + 1]);
      }
      return Optional.empty();
    } catch (AssertionError misfit) {
      return Optional.of(misfit);
    }
  }

  private AssertionError none(List<AssertionError> misfits) {
    return misfits.size() == 1
        ? misfits.get(0)
        : failure(
            "Expected one of %d calls to have all these arguments but found none.%n%s",
            misfits.size(),
            misfits.stream().map(Throwable::getMessage).collect(Collectors.joining("\n")));
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
