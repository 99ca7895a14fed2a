package io.evergraph.runtime.thread;

import io.evergraph.graph.Answer;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Input;
import io.evergraph.state.Identifiable;
import io.evergraph.state.PersistentList;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives written elements without an identity one, derived from who wrote them and from their
 * position, so that a repeated attempt and a replay give the same.
 */
public final class Identities {
  private final String origin;
  private int position;

  private Identities(String origin) {
    this.origin = origin;
  }

  /**
   * Returns the writes with every element identified.
   *
   * @param origin the id of the task, run or edit that wrote them
   */
  public static List<Write> given(List<Write> writes, String origin) {
    Identities identities = new Identities(origin);
    return writes.stream().map(identities::given).toList();
  }

  /**
   * Returns routes with every element of what they send identified: a subgraph reduces its input.
   *
   * @param task the id of the task that they leave
   */
  public static List<Route> sent(List<Route> routes, String task) {
    Identities identities = new Identities(task + "/sent");
    return routes.stream()
        .map(
            route ->
                route.<Route>match(
                    to -> to, send -> send.withInput(identities.given(send.input()))))
        .toList();
  }

  public static Input given(Input input) {
    return input.match(
        it ->
            new Input.NewInput(
                it.runId(), given(it.update(), it.runId()), it.settings(), it.metadata()),
        it ->
            new Input.Answers(
                it.runId(), answers(it.answers(), it.runId()), given(it.steering(), it.runId())),
        it -> new Input.Continue(it.runId(), given(it.steering(), it.runId())),
        cancel -> cancel,
        pause -> pause,
        expiry -> expiry,
        it ->
            new Input.StateEdit(
                it.editId(),
                it.namespace(),
                edits(it.edits(), it.editId()),
                it.settings(),
                it.following()),
        it ->
            new Input.Fork(
                it.forkId(),
                it.from(),
                it.turn(),
                it.branch(),
                edits(it.edits(), it.forkId()),
                it.settings()),
        rollback -> rollback);
  }

  private Write given(Write write) {
    return write.value() instanceof List<?> elements && holdsIdentifiable(elements)
        ? write.withValue(given(elements))
        : write;
  }

  private static boolean holdsIdentifiable(List<?> elements) {
    for (Object element : elements) {
      if (element instanceof Identifiable) {
        return true;
      }
    }
    return false;
  }

  private PersistentList<Object> given(Iterable<?> elements) {
    List<@Nullable Object> identified = new ArrayList<>();
    for (Object element : elements) {
      identified.add(element instanceof Identifiable one ? given(one) : element);
    }
    return PersistentList.copyOf(identified);
  }

  private Identifiable given(Identifiable element) {
    int index = position++;
    return element.id().isEmpty() ? element.withId(ContentHash.uuid(origin, index)) : element;
  }

  private static List<NodeEdit> edits(List<NodeEdit> edits, String origin) {
    Identities identities = new Identities(origin);
    return edits.stream()
        .map(edit -> new NodeEdit(identities.given(edit.update()), edit.asNode()))
        .toList();
  }

  /** What is written in place of tasks is told from what a steering of the same run writes. */
  private static List<Answer> answers(List<Answer> answers, String runId) {
    Identities identities = new Identities(runId + "/answers");
    return answers.stream()
        .map(
            answer ->
                answer instanceof Answer.Skip skip
                    ? new Answer.Skip(skip.taskId(), identities.given(skip.update()))
                    : answer)
        .toList();
  }

  private StateUpdate given(StateUpdate update) {
    return new StateUpdate(update.writes().stream().map(this::given).toList());
  }

  private static StateUpdate given(StateUpdate update, String origin) {
    return new StateUpdate(given(update.writes(), origin));
  }

  private static Steering given(Steering steering, String origin) {
    return steering.with(given(steering.update(), origin));
  }
}
