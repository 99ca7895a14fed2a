package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Identifiable;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Removed;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Elements that are written without an id get one before the reducer sees them. */
class IdentitiesTest {
  private static final ListChannel<Note> NOTES = ListChannel.byId("notes", Note.class);
  private static final ThreadId THREAD = ThreadId.of("t");

  record Note(String id, String text) implements Identifiable {
    static Note of(String text) {
      return new Note("", text);
    }

    @Override
    public Note withId(String other) {
      return new Note(other, text);
    }
  }

  private final InMemoryRuntime runtime = InMemoryRuntime.of();

  @AfterEach
  void close() {
    runtime.close();
  }

  @Test
  void shouldGiveEveryElementOfANodeItsOwnId() {
    Graph graph = writing(Note.of("a"), Note.of("a"), new Note("mine", "b"));

    List<Note> notes = run(graph, "r", StateUpdate.empty());

    assertThat(notes).extracting(Note::text).containsExactly("a", "a", "b");
    assertThat(notes).extracting(Note::id).doesNotHaveDuplicates().last().isEqualTo("mine");
    assertThat(UUID.fromString(notes.get(0).id()).version()).isEqualTo(8);
  }

  @Test
  void shouldGiveTheSameIdsWhenTheSameRunHappensAgain() {
    Graph graph = writing(Note.of("a"));

    List<Note> first = run(graph, "r", StateUpdate.of(NOTES, Note.of("in")));
    try (InMemoryRuntime other = InMemoryRuntime.of()) {
      other.graphs().register(graph);
      RunOptions same = RunOptions.builder().runId("r").build();

      List<Note> second =
          other
              .start(graph.name(), THREAD, StateUpdate.of(NOTES, Note.of("in")), same)
              .await()
              .state()
              .get(NOTES);

      assertThat(second).isEqualTo(first);
    }
  }

  @Test
  void shouldGiveIdsToInputThatCameAsPlainJson() {
    Map<String, Object> input =
        Map.of("notes", List.of(Map.of("id", "", "text", "x"), Map.of("id", "y", "text", "y")));

    List<Note> notes = run(writing(), "r", StateUpdate.of(input));

    assertThat(notes).extracting(Note::text).containsExactly("x", "y");
    assertThat(notes.get(0).id()).isNotEmpty();
    assertThat(notes.get(1).id()).isEqualTo("y");
  }

  @Test
  void shouldGiveIdsToWhatIsWrittenFromOutside() {
    Graph graph = writing();
    run(graph, "r", StateUpdate.of(NOTES, new Note("a", "a")));

    ThreadSnapshot edited =
        runtime.editState(THREAD, null, StateUpdate.of(NOTES, Note.of("edit")), null);

    assertThat(edited.state().get(NOTES)).hasSize(2);
    assertThat(edited.state().get(NOTES).get(1).id()).isNotEmpty();
  }

  @Test
  void shouldLeaveRemovalsAlone() {
    Graph graph = writing(Note.of("b"));
    StateUpdate input =
        StateUpdate.of(NOTES, new Note("a", "a"))
            .and(StateUpdate.of(Map.of("notes", List.of(new Removed("a")))));

    assertThat(run(graph, "r", input)).extracting(Note::text).containsExactly("b");
  }

  private static Graph writing(Note... notes) {
    return Graph.builder("writing")
        .channels(NOTES)
        .node("write", context -> Command.update(NOTES, notes))
        .edge(START, "write")
        .build();
  }

  private List<Note> run(Graph graph, String runId, StateUpdate input) {
    runtime.graphs().register(graph);
    RunOptions options = RunOptions.builder().runId(runId).build();
    return runtime.start(graph.name(), THREAD, input, options).await().state().get(NOTES);
  }
}
