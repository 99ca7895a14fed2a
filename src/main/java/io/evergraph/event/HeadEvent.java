package io.evergraph.event;

import java.time.Instant;

/** How a thread was changed from outside, other than by input and answers. */
public sealed interface HeadEvent extends RunEvent {

  /**
   * Somebody wrote to the state from outside.
   *
   * @param checkpoint the checkpoint it made
   * @param asNode the node in whose name, several joined by commas; empty for none
   */
  record StateEdited(long number, Instant at, String editId, long checkpoint, String asNode)
      implements HeadEvent {}

  /**
   * An earlier checkpoint was taken up again.
   *
   * @param from the checkpoint that was taken up; one of another thread where this one copies that
   * @param checkpoint the checkpoint it made
   */
  record Forked(long number, Instant at, String forkId, long from, long checkpoint)
      implements HeadEvent {}

  /**
   * The thread went back; what it went through in between stays in its history and in its log.
   *
   * @param from the checkpoint of the graph that it stood at
   * @param checkpoint the checkpoint of the graph that it stands at again; 0 before the first
   * @param head the newest checkpoint that the graph or a subgraph of it stands at again
   */
  record RolledBack(
      long number, Instant at, String rollbackId, long from, long checkpoint, long head)
      implements HeadEvent {}

  /**
   * The thread moved to another version of its graph.
   *
   * @param from the version that it ran
   * @param to the version that it runs from now on
   */
  record Migrated(long number, Instant at, String migrationId, String from, String to)
      implements HeadEvent {}
}
