package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.state.Append;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.ListChannel;
import io.evergraph.state.ShallowMerge;
import io.evergraph.state.Sum;
import io.evergraph.state.TypeRef;
import io.evergraph.state.Union;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A channel holds what its reducer makes, which could not be read back as another type. */
class ReducerTypeTest {
  @Test
  void shouldReportReducersThatMakeWhatTheirChannelsDoNotHold() {
    Channel<?> log = Channel.of("log", String.class).reducedBy(Append.INSTANCE);
    Channel<?> facts = ListChannel.union("facts", String.class).reducedBy(ShallowMerge.INSTANCE);
    Channel<?> count = Channel.of("count", Float.class).reducedBy(Sum.INSTANCE);
    Type text = new JsonType(Map.of("type", "string"));
    Channel<?> words = Channel.ofType("words", text).reducedBy(Union.INSTANCE);

    assertThat(problemsOf(log, facts, count, words))
        .containsExactlyInAnyOrder(
            reduces("log", "java.lang.String", "append", "begins with []"),
            reduces("facts", "java.util.List<java.lang.String>", "merge", "begins with {}"),
            reduces("words", text.getTypeName(), "union", "begins with []"),
            reduces(
                "count",
                "java.lang.Float",
                "sum",
                "adds integers, longs, doubles, big integers and decimals"));
  }

  private static GraphBuilder holding(Channel<?>... channels) {
    return Graph.builder("g")
        .channels(channels)
        .node("a", context -> Command.none())
        .edge(START, "a");
  }

  private static List<String> problemsOf(Channel<?>... channels) {
    return catchThrowableOfType(InvalidGraphException.class, holding(channels)::build).problems();
  }

  private static String reduces(String channel, String type, String reducer, String fact) {
    return "channel '%s' holds %s, but its reducer '%s' %s; declare the type that the reducer makes, or take another reducer"
        .formatted(channel, type, reducer, fact);
  }

  @Test
  void shouldTakeEveryTypeThatHoldsWhatItsReducerMakes() {
    JsonType anything = new JsonType(Map.of());
    JsonType list = new JsonType(Map.of("type", "array"));
    JsonType number = new JsonType(Map.of("type", "integer"));

    GraphBuilder graph =
        holding(
            Channel.of("any", Object.class).reducedBy(Append.INSTANCE),
            Channel.of("many", new TypeRef<Collection<String>>() {}).reducedBy(Union.INSTANCE),
            Channel.ofType("json", anything).reducedBy(Append.INSTANCE),
            Channel.ofType("list", list).reducedBy(Append.INSTANCE),
            Channel.of("map", new TypeRef<Map<String, Integer>>() {})
                .reducedBy(ShallowMerge.INSTANCE),
            Channel.ofType("number", number).reducedBy(Sum.INSTANCE),
            Channel.of("whole", int.class).reducedBy(Sum.INSTANCE),
            Channel.of("some", Number.class).reducedBy(Sum.INSTANCE));

    assertThat(graph.build().schema().channels()).hasSize(8);
  }
}
