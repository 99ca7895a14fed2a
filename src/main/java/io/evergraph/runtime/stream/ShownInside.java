package io.evergraph.runtime.stream;

import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.codec.Namespaces;

/**
 * Shows the parts of a thread as those of the call that it works for.
 *
 * @param call the namespace of the call
 */
record ShownInside(String call) implements StreamPart.Cases<StreamPart> {

  StreamPart of(StreamPart part) {
    return call.isEmpty() ? part : part.match(this);
  }

  private String within(String own) {
    return Namespaces.within(call, own);
  }

  private TaskOrigin within(TaskOrigin own) {
    return new TaskOrigin(within(own.namespace()), own.step(), own.taskId(), own.node());
  }

  private Interrupt within(Interrupt own) {
    return new Interrupt(
        own.id(),
        own.taskId(),
        within(own.namespace()),
        own.node(),
        own.value(),
        own.schema(),
        own.metadata(),
        own.expiry(),
        own.expiresAt());
  }

  @Override
  public StreamPart values(StreamPart.Values it) {
    return new StreamPart.Values(within(it.namespace()), it.checkpoint(), it.state());
  }

  @Override
  public StreamPart update(StreamPart.Update it) {
    return new StreamPart.Update(within(it.origin()), it.writes(), it.freshness());
  }

  @Override
  public StreamPart messageFinished(StreamPart.MessageFinished it) {
    return new StreamPart.MessageFinished(within(it.origin()), it.message(), it.unseen());
  }

  @Override
  public StreamPart.Traced taskStarted(StreamPart.TaskStarted it) {
    return new StreamPart.TaskStarted(within(it.origin()), it.input(), it.reason());
  }

  @Override
  public StreamPart.Traced taskEnded(StreamPart.TaskEnded it) {
    return new StreamPart.TaskEnded(
        within(it.origin()),
        it.writes(),
        it.error(),
        it.interrupts().stream().map(this::within).toList(),
        it.report());
  }

  @Override
  public StreamPart.Traced checkpointMade(StreamPart.CheckpointMade it) {
    return new StreamPart.CheckpointMade(
        within(it.namespace()),
        it.step(),
        it.checkpoint(),
        it.parent(),
        it.source(),
        it.state(),
        it.next());
  }

  @Override
  public StreamPart debug(StreamPart.Debug it) {
    StreamPart inside = it.part().match((StreamPart.TracedCases<StreamPart>) this);
    return new StreamPart.Debug(it.at(), it.step(), (StreamPart.Traced) inside);
  }

  @Override
  public StreamPart ended(StreamPart.Ended it) {
    return it;
  }

  @Override
  public StreamPart messageChunk(StreamPart.MessageChunk it) {
    return it;
  }

  @Override
  public StreamPart custom(StreamPart.Custom it) {
    return it;
  }

  @Override
  public StreamPart progressed(StreamPart.Progressed it) {
    return it;
  }

  @Override
  public StreamPart attemptBegun(StreamPart.AttemptBegun it) {
    return it;
  }

  @Override
  public StreamPart attemptFailed(StreamPart.AttemptFailed it) {
    return it;
  }
}
