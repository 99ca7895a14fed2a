package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.NodeEdit;
import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What moves a thread that stands still other than by running it: edits, forks, rollbacks. */
final class HistoryEditor {
  private final GraphIndex index;
  private final Checkpoint at;
  private final Transition transition;

  HistoryEditor(GraphIndex index, Checkpoint at, Transition transition) {
    this.index = index;
    this.at = at;
    this.transition = transition;
  }

  Checkpoint edit(Input.StateEdit input) {
    requireStandstill("an edit of the state");
    requireFrame(input.namespace(), input.edits().get(0));
    requireKnownChannels(input.namespace(), input.edits());
    String turn = at.lastSegment().map(Segment::turnId).orElse(input.editId());
    Segment segment = segment(input.editId(), turn, input.settings());
    if (input.edits().get(0).asNode() == null) {
      edit(input.namespace(), contributions(input.edits()));
      reroute(input.namespace(), input.following(), segment);
    } else {
      transition.run(segment);
      editAs(input.namespace(), input.edits());
    }
    commit();
    return transition.result();
  }

  /** An edit that cannot be committed is refused as a whole. */
  private void commit() {
    transition.commitCompleteSteps();
    GraphException refused = transition.refused();
    if (refused != null) {
      throw refused;
    }
  }

  private void requireFrame(String namespace, NodeEdit edit) {
    Optional<Frame> frame = at.frame(namespace);
    boolean rests = frame.filter(Frame::isKept).filter(it -> !it.isCalled()).isPresent();
    if (frame.isEmpty() || (rests && edit.asNode() != null)) {
      throw new InvalidInputException(
          "the namespace of an edit of thread '" + at.thread() + "'",
          "that of a subgraph in progress, one of " + at.frames().byNamespace().keySet(),
          "'" + namespace + "'" + (rests ? ", which only keeps its state between calls" : ""));
    }
  }

  /** Returns whether a task may wait for what a frame writes. */
  private static boolean isHeard(Frame frame) {
    return frame.isCalled() || frame.isRoot();
  }

  /** Writes to the state of a frame. Subgraphs that have not begun begin with it. */
  private void edit(String namespace, List<TaskWrites> contributions) {
    Frame before = transition.frame(namespace);
    Frame after = transition.gate().edited(before, contributions);
    after = isHeard(after) ? transition.calls().sending(before, after, contributions) : after;
    transition.commit(before, Source.UPDATE, contributions, after);
    reopen(namespace);
  }

  /** Where the state decides what follows the last superstep, an edit does so anew. */
  private void reroute(String namespace, Input.StateEdit.Following following, Segment segment) {
    if (following == Input.StateEdit.Following.ROUTED_ANEW
        && transition.rerouting().begin(namespace)) {
      transition.run(segment);
    }
  }

  private void requireStandstill(String action) {
    if (new NextPlanner(index, at).isRunning()) {
      throw new ThreadBusyException(at.thread(), action);
    }
  }

  private Segment segment(String id, String turn, RunSettings settings) {
    return Segment.edit(id, turn, at.lastSegment().map(Segment::settings).orElse(settings));
  }

  private static List<TaskWrites> contributions(List<NodeEdit> edits) {
    return edits.stream()
        .map(
            edit ->
                new TaskWrites(
                    Optional.ofNullable(edit.asNode()).orElse("an edit"), edit.update().writes()))
        .toList();
  }

  private void requireKnownChannels(String namespace, List<NodeEdit> edits) {
    GraphIndex graph = index.of(transition.frame(namespace));
    edits.forEach(edit -> graph.requireKnownChannels(edit.update(), "the edit"));
  }

  private void editAs(String namespace, List<NodeEdit> edits) {
    if (edits.stream().anyMatch(edit -> END.equals(edit.asNode()))) {
      end(namespace, edits);
      return;
    }
    Frame frame = transition.frame(namespace);
    edits.forEach(edit -> requireNode(frame, String.valueOf(edit.asNode())));
    Plan finished = finishedBeside(frame, edits);
    List<TaskWrites> all = new ArrayList<>(finished.contributions());
    all.addAll(contributions(edits));
    State unused = transition.applied(frame, all);
    transition.clear(namespace);
    Frame cleared = transition.frame(namespace);
    List<PlannedTask> planned = new ArrayList<>();
    for (int position = 0; position < edits.size(); position++) {
      planned.add(PlannedTask.ready(routing(cleared, edits.get(position), position)));
    }
    transition.put(cleared.with(finished.and(Plan.of(planned))));
    planned.forEach(it -> transition.pass(it.task()));
  }

  /** What has finished stays; an edit in a node's name takes the place of the node's own result. */
  private static Plan finishedBeside(Frame frame, List<NodeEdit> edits) {
    List<String> named = edits.stream().map(edit -> String.valueOf(edit.asNode())).toList();
    return frame
        .plan()
        .finished()
        .only(planned -> !named.contains(planned.task().source()))
        .only(planned -> !frame.asksAgain(planned.task()));
  }

  /** The index keeps the id apart from those of the node's own tasks. */
  private Task routing(Frame frame, NodeEdit edit, int position) {
    int step = frame.step() + 1;
    return Task.planned(
            at.thread(),
            frame,
            String.valueOf(edit.asNode()),
            -1 - position,
            new Trigger.RouteOnly(edit.update()),
            transition.nextNumber(),
            step)
        .moved(frame.checkpoint(), step);
  }

  private void requireNode(Frame frame, String node) {
    GraphIndex graph = index.of(frame);
    if (!node.equals(START) && !graph.hasNode(node)) {
      throw new UnknownNodeException(graph.spec().name(), node, graph.spec().nodeNames());
    }
  }

  /** At the end nothing is planned, and nothing is written but by what has finished. */
  private void end(String namespace, List<NodeEdit> edits) {
    if (edits.size() > 1 || !edits.get(0).update().writes().isEmpty()) {
      throw new InvalidInputException("an edit as the end of the graph", "no values", "some");
    }
    Plan finished = finishedBeside(transition.frame(namespace), edits);
    transition.clear(namespace);
    transition.commitAsEnd(transition.frame(namespace).with(finished));
  }

  Checkpoint fork(Input.Fork input) {
    requireStandstill("a fork");
    Commit from = input.from();
    transition.replaceFrames(from.frames().outside(from.namespace()));
    renewBeside(from.namespace());
    requireKnownChannels(from.namespace(), input.edits());
    String turn = Objects.requireNonNullElse(input.turn(), input.forkId());
    Segment segment = segment(input.forkId(), turn, input.settings());
    transition.run(segment);
    if (!input.edits().isEmpty() && input.edits().get(0).asNode() != null) {
      editAs(from.namespace(), input.edits());
      commit();
    } else {
      requireContinuable(from);
      branch(from, input, segment);
    }
    transition.calls().openBeside(from.namespace());
    return transition.result();
  }

  /**
   * What was in progress beside a subgraph, and around it, are other tasks in a fork of it, too.
   */
  private void renewBeside(String namespace) {
    for (Frame frame : List.copyOf(transition.frames().values())) {
      if (!frame.namespace().equals(namespace) && !frame.plan().isEmpty()) {
        transition.put(frame.renewed(transition.nextNumber()));
      }
    }
  }

  private void branch(Commit from, Input.Fork input, Segment segment) {
    Frame frame = transition.frame(from.namespace());
    List<TaskWrites> edits = contributions(input.edits());
    if (input.branch() == Input.Fork.Branch.SIBLING) {
      Frame beside = frame.committed(from.parent(), frame.step());
      fork(beside, Source.FORK, from.step(), from.contributions(), from.state());
    } else if (edits.isEmpty()) {
      fork(frame, Source.FORK, from.step() + 1, edits, from.state());
    } else if (frame.last() != null) {
      transition.put(replanned(frame));
      edit(from.namespace(), edits);
      reroute(from.namespace(), Input.StateEdit.Following.ROUTED_ANEW, segment);
      commit();
    } else {
      State edited = transition.applied(frame, edits);
      fork(frame, Source.UPDATE, from.step() + 1, edits, edited);
    }
  }

  private Frame replanned(Frame frame) {
    return frame.with(replanned(frame, transition.nextNumber(), frame.step() + 2));
  }

  private Plan replanned(Frame frame, long number, int step) {
    return index.of(frame).isEager()
        ? frame.plan().begunAnew(number, step)
        : frame.plan().replanned(at.thread(), frame, number, step);
  }

  /** Makes a checkpoint of a frame whose tasks are planned anew, and stops there. */
  private void fork(
      Frame before, Source source, int step, List<TaskWrites> contributions, State state) {
    long number = transition.nextNumber();
    Plan plan = replanned(before, number, step + 1);
    Frame held =
        transition.holding(before.committed(number, step), state).withHold(null).with(plan);
    Frame after =
        source == Source.UPDATE && isHeard(held)
            ? transition.calls().sending(before, held, contributions)
            : held;
    transition.commit(before, source, contributions, after);
    plan.tasks().forEach(planned -> transition.pass(planned.task()));
    transition.calls().open(after.namespace(), plan);
    transition.halt(new Halt.Edited());
  }

  private void requireContinuable(Commit from) {
    if (!from.namespace().equals(Frame.ROOT) && from.next().isEmpty()) {
      throw new InvalidInputException(
          "a fork of checkpoint " + from.number(),
          "one that something follows in its subgraph",
          "the end of the subgraph");
    }
  }

  Checkpoint rollback(Input.Rollback input) {
    requireStandstill("a rollback");
    requireCall(input.to());
    requireNoEndedCall(input.to());
    transition.replaceFrames(input.to().frames());
    transition.run(input.to().segment());
    if (new NextPlanner(index, transition.result()).isRunning()) {
      transition.halt(new Halt.Edited());
    }
    return transition.result();
  }

  /** Before its call, a thread does not know for whom it works. */
  private void requireCall(Checkpoint to) {
    Caller caller = at.lastSegment().map(it -> it.settings().caller()).orElse(null);
    if (caller != null && to.lastSegment().isEmpty()) {
      throw new InvalidInputException(
          "a rollback of thread '" + at.thread() + "'",
          "a checkpoint behind the call of thread '" + caller.thread() + "'",
          "its beginning");
    }
  }

  /** A subgraph ends together with its call: no thread stands between the two. */
  private void requireNoEndedCall(Checkpoint to) {
    boolean isEnded =
        to.frames().values().stream()
            .anyMatch(it -> it.isCalled() && it.plan().isEmpty() && it.hold() == null);
    if (isEnded) {
      throw new InvalidInputException(
          "a rollback to checkpoint " + to.number(),
          "one that something follows in its subgraph",
          "the end of the subgraph");
    }
  }

  void reopen(String namespace) {
    List<PlannedTask> callers =
        transition.frame(namespace).plan().tasks().stream()
            .filter(planned -> planned.task().trigger().readsCheckpoint())
            .filter(planned -> opened(planned).filter(this::isUntouched).isPresent())
            .map(planned -> PlannedTask.ready(planned.task()))
            .toList();
    callers.forEach(caller -> transition.replace(caller.task(), caller.task()));
    transition.calls().open(namespace, Plan.of(callers));
  }

  private Optional<Frame> opened(PlannedTask planned) {
    return planned.progress() instanceof Progress.Nested nested
        ? Optional.of(transition.frame(nested.namespace()))
        : Optional.empty();
  }

  private boolean isUntouched(Frame child) {
    return !child.isKept()
        && child.hold() == null
        && child.step() <= 0
        && (child.plan().isEntry() || !index.of(child).hasRouters(START))
        && child.plan().tasks().stream().allMatch(this::isUntouched);
  }

  private boolean isUntouched(PlannedTask planned) {
    boolean isNew = planned.progress() instanceof Progress.Ready;
    return planned.task().answers().isEmpty()
        && (isNew || opened(planned).filter(this::isUntouched).isPresent());
  }
}
