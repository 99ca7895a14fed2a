package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Nobody changes what others see in records whose collections can be changed. */
class RecordValueContract extends RuntimeContract {
  private static final Channel<Shelf> SHELF = Channel.of("shelf", Shelf.class);
  private static final Channel<Lid> LID = Channel.of("lid", Lid.class);
  private static final Channel<Parsed> PARSED = Channel.of("parsed", Parsed.class);
  private static final Channel<Built> BUILT = Channel.of("built", Built.class);

  /** Copies the lists in the list that it is given. */
  record Shelf(List<List<String>> rows) {
    Shelf {
      rows = rows.stream().<List<String>>map(ArrayList::new).toList();
    }
  }

  /** Copies the list that it may be given. */
  record Lid(Optional<List<String>> items) {
    Lid {
      items = items.map(ArrayList::new);
    }
  }

  /** Is read by code of its own. */
  @JsonDeserialize(using = ParsedReader.class)
  record Parsed(List<String> items) {}

  /** Reads items into a list that can be changed. */
  static final class ParsedReader extends JsonDeserializer<Parsed> {
    @Override
    public Parsed deserialize(JsonParser in, DeserializationContext context) throws IOException {
      List<String> items = new ArrayList<>();
      context.readTree(in).path("items").forEach(item -> items.add(item.textValue()));
      return new Parsed(items);
    }
  }

  /** Is read by a builder. */
  @JsonDeserialize(builder = BuiltBuilder.class)
  record Built(List<String> items) {}

  /** Gives what it builds a list that can be changed. */
  static final class BuiltBuilder {
    private final List<String> items = new ArrayList<>();

    public BuiltBuilder withItems(List<String> more) {
      items.addAll(more);
      return this;
    }

    public Built build() {
      return new Built(items);
    }
  }

  /** Lets a node change what it reads, and the next one tell what it reads. */
  private RunResult afterAChange(Consumer<State> change, StateUpdate given) {
    Graph graph =
        Graph.builder("records")
            .channels(LOG, SHELF, LID, PARSED, BUILT)
            .node(
                "change",
                context -> {
                  change.accept(context.state());
                  return Command.none();
                })
            .node(
                "look",
                context ->
                    Command.update(
                        LOG,
                        given.writes().stream()
                            .map(write -> context.state().value(write.channel()).toString())
                            .toList()))
            .edge(START, "change")
            .edge("change", "look")
            .build();
    return sameAsInMemory((runtime, script) -> script.start(runtime, graph, given));
  }

  @Test
  void shouldKeepListsInListsOfRecordsApart() {
    StateUpdate given =
        StateUpdate.of(SHELF, new Shelf(List.of(List.of("apple"))))
            .with(LID, new Lid(Optional.of(List.of("pear"))));

    RunResult result =
        afterAChange(
            state -> {
              state.get(SHELF).rows().get(0).add("bad");
              state.get(LID).items().orElseThrow().add("bad");
            },
            given);

    assertThat(result.state().get(LOG))
        .containsExactly("Shelf[rows=[[apple]]]", "Lid[items=Optional[[pear]]]");
  }

  @Test
  void shouldKeepRecordsWithAReaderOfTheirOwnApart() {
    StateUpdate given =
        StateUpdate.of(PARSED, new Parsed(List.of("apple")))
            .with(BUILT, new Built(List.of("pear")));

    RunResult result =
        afterAChange(
            state -> {
              state.get(PARSED).items().add("bad");
              state.get(BUILT).items().add("bad");
            },
            given);

    assertThat(result.state().get(LOG))
        .containsExactly("Parsed[items=[apple]]", "Built[items=[pear]]");
  }
}
