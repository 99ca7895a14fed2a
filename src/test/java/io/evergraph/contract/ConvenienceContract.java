package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Identified;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import org.junit.jupiter.api.Test;

/** What callers and nodes write often, said in one call. */
class ConvenienceContract extends RuntimeContract {
  private static final ListChannel<Note> NOTES = ListChannel.byId("notes", Note.class);

  record Note(String id, String text) implements Identified {}

  @Test
  void shouldStartAGraphWithOptionsAndProceedWithTheThreadAlone() {
    RunOptions paused = RunOptions.builder().breakpoints(Breakpoints.before("2")).build();

    RunResult stopped =
        await(runtime().start(Graphs.chain(), thread(), StateUpdate.empty(), paused));
    assertThat(stopped.state().get(LOG)).containsExactly("1");

    RunResult finished = await(runtime().proceed(thread()));
    assertThat(finished.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(finished.state().get(LOG)).containsExactly("1", "2", "3");
  }

  @Test
  void shouldAddWritesToACommandThatGoesSomewhere() {
    Graph graph =
        Graph.builder("adding")
            .channels(VALUE, LOG)
            .node(
                "choose",
                context ->
                    Command.goTo("right")
                        .and(StateUpdate.of(VALUE, "chosen"))
                        .and(StateUpdate.of(LOG, "choose")))
            .node("left", Graphs.log("left"))
            .node("right", Graphs.log("right"))
            .edge(START, "choose")
            .ends("choose", "left", "right")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(VALUE)).isEqualTo("chosen");
    assertThat(result.state().get(LOG)).containsExactly("choose", "right");
  }

  @Test
  void shouldRemoveElementsByTheirIdsInTypes() {
    Graph graph =
        Graph.builder("removing")
            .channels(NOTES)
            .node("tidy", context -> Command.update(StateUpdate.remove(NOTES, "1", "3", "none")))
            .edge(START, "tidy")
            .edge("tidy", END)
            .build();

    RunResult result =
        start(
            graph,
            StateUpdate.of(NOTES, new Note("1", "a"), new Note("2", "b"), new Note("3", "c")));

    assertThat(result.state().get(NOTES)).containsExactly(new Note("2", "b"));
  }

  @Test
  void shouldRefuseToRemoveFromAListThatKnowsNoIds() {
    ListChannel<Note> appended = ListChannel.append("notes", Note.class);

    assertThatThrownBy(() -> StateUpdate.remove(appended, "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ListChannel.byId");
  }
}
