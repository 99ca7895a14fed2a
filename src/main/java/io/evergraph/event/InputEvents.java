package io.evergraph.event;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.NodeEdit;
import io.evergraph.pregel.Segment;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells what an input says by itself, before its consequences. */
final class InputEvents implements Input.Cases<Boolean> {
  private final Checkpoint before;
  private final Checkpoint after;
  private final EventSink sink;

  InputEvents(Checkpoint before, Checkpoint after, EventSink sink) {
    this.before = before;
    this.after = after;
    this.sink = sink;
  }

  @Override
  public Boolean newInput(Input.NewInput it) {
    return started(RunEvent.Cause.INPUT);
  }

  @Override
  public Boolean answers(Input.Answers it) {
    started(RunEvent.Cause.ANSWER);
    AnswerEvents events = new AnswerEvents(before, sink);
    it.answers().forEach(answer -> answer.match(events));
    return true;
  }

  @Override
  public Boolean proceed(Input.Continue it) {
    return started(RunEvent.Cause.CONTINUE);
  }

  @Override
  public Boolean cancel(Input.Cancel it) {
    return false;
  }

  @Override
  public Boolean stateEdit(Input.StateEdit it) {
    return edited(it.editId(), it.edits());
  }

  /** What follows a node may have to be asked for: the checkpoint is made when that is known. */
  private boolean edited(String editId, List<NodeEdit> edits) {
    String nodes =
        edits.stream()
            .flatMap(edit -> Optional.ofNullable(edit.asNode()).stream())
            .collect(Collectors.joining(","));
    long made = before.number() + 1;
    return sink.add((number, at) -> new RunEvent.StateEdited(number, at, editId, made, nodes));
  }

  @Override
  public Boolean fork(Input.Fork it) {
    long made = before.number() + 1;
    long from = it.from().number();
    sink.add((number, at) -> new RunEvent.Forked(number, at, it.forkId(), from, made));
    return it.edits().isEmpty() || edited(it.forkId(), it.edits());
  }

  @Override
  public Boolean rollback(Input.Rollback it) {
    long from = before.root().checkpoint();
    long to = after.root().checkpoint();
    return sink.add((number, at) -> new RunEvent.RolledBack(number, at, it.rollbackId(), from, to));
  }

  private boolean started(RunEvent.Cause cause) {
    List<String> runs = after.lastSegment().map(Segment::runs).orElse(List.of());
    return sink.add((number, at) -> new RunEvent.RunStarted(number, at, runs, cause));
  }
}
