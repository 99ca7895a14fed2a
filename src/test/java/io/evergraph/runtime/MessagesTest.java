package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a new user reads who gives a value that does not fit. */
class MessagesTest {
  private static final Channel<Person> PERSON = Channel.of("person", Person.class);
  private static final Channel<Integer> COUNT = Channel.of("count", Integer.class);
  private static final Channel<Mood> MOOD = Channel.of("mood", Mood.class);
  private static final Channel<Instant> WHEN = Channel.of("when", Instant.class);
  private static final Channel<Shape> SHAPE = Channel.of("shape", Shape.class);
  private static final Channel<Named> NAMED = Channel.of("named", Named.class);
  private static final Channel<Object> ANY = Channel.of("any", Object.class);
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  private final InMemoryRuntime runtime = InMemoryRuntime.of();

  record Address(String city, int zip) {}

  record Person(String name, Address address, List<Integer> marks) {
    Person {
      if (name != null && name.isBlank()) {
        throw new IllegalArgumentException("a name is needed");
      }
    }
  }

  enum Mood {
    CALM
  }

  sealed interface Shape permits Circle {}

  record Circle(double radius) implements Shape {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes(@JsonSubTypes.Type(value = Side.class, name = "side"))
  sealed interface Named permits Side {}

  record Side(double side) implements Named {}

  /** Contains itself. */
  static final class Loop {
    /** The field that is written. */
    public final Loop next = this;
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  static Stream<Arguments> misfits() {
    return Stream.of(
        misfit("count", "abc", "\"abc\"", "no whole number"),
        misfit("person", "Ada", "Person", "\"Ada\""),
        misfit(
            "person",
            Map.of("address", Map.of("zip", "x")),
            "\"x\"",
            "no whole number",
            "address.zip"),
        misfit(
            "person", Map.of("marks", List.of(1, "two")), "\"two\"", "no whole number", "marks[1]"),
        misfit("person", Map.of("name", " "), "a name is needed"),
        misfit("mood", "WILD", "\"WILD\"", "none of [CALM]"),
        misfit("when", "yesterday", "Instant", "\"yesterday\""),
        misfit("person", Map.of("marks", Map.of("a", 1)), "no list", "marks"),
        misfit("named", Map.of("side", 1), "does not say of which kind"),
        misfit("named", Map.of("type", "Triangle"), "kind 'Triangle' is unknown"),
        misfit("shape", Map.of("radius", 1), "any kind of Shape", "@JsonTypeInfo"),
        misfit("any", new Loop(), "Loop", "itself"),
        misfit("chat", List.of(Map.of("kind", "x")), "a message with a type"));
  }

  private static Arguments misfit(String channel, Object value, String... words) {
    return Arguments.of(channel, value, words);
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void shouldNameValueAndPlaceInWordsOfItsOwn(String channel, Object value, String[] words) {
    Graph graph =
        Graph.builder("reading")
            .channels(PERSON, COUNT, MOOD, WHEN, SHAPE, NAMED, ANY, CHAT)
            .node("work", context -> Command.none())
            .edge(START, "work")
            .build();

    Throwable refusal =
        catchThrowable(
            () ->
                runtime
                    .start(graph, ThreadId.random(), StateUpdate.of(Map.of(channel, value)))
                    .await());

    assertThat(refusal).hasMessageContaining("'" + channel + "'").hasMessageContainingAll(words);
    assertThat(refusal.getMessage())
        .doesNotContain("Source:", "reference chain", "`", "JsonToken", "Deserialize", "jackson");
  }
}
