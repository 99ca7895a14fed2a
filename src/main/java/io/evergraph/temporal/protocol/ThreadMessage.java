package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.UnboundThread;
import io.evergraph.temporal.payload.SizeGuard;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A message to a thread: what is sent as an update or a signal, waits in the thread's inbox, and
 * becomes an input of the engine. A new kind of message is a new file and a line below; the name of
 * its kind is its {@link JsonTypeName}.
 */
public sealed interface ThreadMessage extends ThreadDriver.Message
    permits SubmitMessage,
        ResumeMessage,
        UpdateStateMessage,
        ForkMessage,
        RollbackMessage,
        MigrateMessage,
        CancelMessage,
        PauseMessage,
        CallMessage,
        ReportMessage {
  /** Returns this message with an id, where its sender gave none. */
  ThreadMessage completed(String otherId);

  /** Returns the input of the engine, with values of the types that the graph declares. */
  Input input(BoundGraph bound);

  /** Returns the version of the graph that this binds a thread to; empty for the latest. */
  default Optional<String> versionToBind() {
    return Optional.empty();
  }

  /**
   * Lets this pass where its size is permitted.
   *
   * @throws io.evergraph.error.TooLargeException otherwise
   */
  default void requireSmall(SizeGuard guard, StateCodec codec) {
    guard.requireMessage(kind(), this, codec);
  }

  @Override
  default boolean isReady(Supplier<ThreadStatus> status) {
    return true;
  }

  /** Returns the only graph that this is meant for; empty for any. */
  default Optional<String> expectedGraph() {
    return graphToBind();
  }

  default GraphException withoutGraph(String thread) {
    return UnboundThread.withoutGraph(thread);
  }

  /**
   * Checks what the engine does not check, before this is taken in.
   *
   * @throws GraphException when the thread refuses this
   */
  default void check(ProjectedThread ahead) {}

  /** Returns the checkpoint that this leads to; changes nothing. */
  default Checkpoint preview(BoundGraph bound, Checkpoint at) {
    return bound.progress().preview(at, input(bound), bound.now());
  }

  default List<RunEvent> apply(BoundGraph bound) {
    return bound.progress().accept(input(bound), bound.now());
  }

  /** Returns what begins the run that somebody waits for because of this; empty for none. */
  default Optional<RunEvent.Cause> beginsRun() {
    return Optional.empty();
  }

  /** Returns what this is listed under if it is ignored: the interrupt it answers, or its id. */
  default String interruptId() {
    return id();
  }

  default String kind() {
    return kind(getClass());
  }

  private static String kind(Class<?> type) {
    return Objects.requireNonNull(type.getAnnotation(JsonTypeName.class)).value();
  }

  /** Returns the form that waits in an inbox: the kind over the message. */
  default ObjectNode write(StateCodec codec) {
    return JsonNodeFactory.instance.objectNode().set(kind(), codec.toJson(this));
  }

  static ThreadMessage read(JsonNode tree, StateCodec codec) {
    String kind = tree.fieldNames().next();
    Class<?> type =
        Stream.of(ThreadMessage.class.getPermittedSubclasses())
            .filter(any -> kind(any).equals(kind))
            .findFirst()
            .orElseThrow();
    ThreadMessage message = codec.fromJson(tree.get(kind), type, "a message");
    return Objects.requireNonNull(message);
  }
}
