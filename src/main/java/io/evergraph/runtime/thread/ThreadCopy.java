package io.evergraph.runtime.thread;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;

/**
 * Lets a thread begin where another one stands, with its questions, failures and history. Tasks and
 * questions keep their ids.
 */
public final class ThreadCopy {
  private ThreadCopy() {}

  /**
   * Returns how much of a thread's past another one can read: all of it under the same version of
   * the graph; nothing under another, which may not have what the past was made of.
   */
  public static ProgressCodec.Most readable(
      GraphSpec own, String version, ProgressCodec.Most most) {
    return own.version().equals(version) ? most : ProgressCodec.Most.NOTHING;
  }

  /**
   * Returns the progress of the other thread.
   *
   * @param engine that of the graph as it is now
   * @throws io.evergraph.error.UnknownNodeException when a task waits for a node that the graph
   *     does not have
   */
  public static ThreadProgress of(
      ThreadProgress source, Pregel engine, StateCodec codec, ThreadId to) {
    ProgressCodec codecs = new ProgressCodec(codec, engine.graph());
    ProgressCodec.Most most =
        readable(source.pregel().spec(), engine.spec().version(), ProgressCodec.Most.ALL);
    JsonNode written = codecs.copied(source, to.value(), most);
    return codecs.read(engine, written);
  }
}
