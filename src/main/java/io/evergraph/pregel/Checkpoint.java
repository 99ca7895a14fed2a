package io.evergraph.pregel;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything needed to continue a thread, in any process. Immutable.
 *
 * @param number the number of the latest commit; 0 before the first. It stays when the thread goes
 *     back to an earlier one
 * @param segment the run in progress or the last one; null before the first
 * @param frames one per graph in progress; the root is always there
 * @param commits what the transition that led here committed, in order; not what came before
 */
public record Checkpoint(
    String thread, long number, @Nullable Segment segment, Frames frames, List<Commit> commits) {
  public Checkpoint {
    commits = List.copyOf(commits);
  }

  /**
   * Returns how a thread stands at a checkpoint that it passed: nothing has been done there, and a
   * run has to begin before anything is.
   *
   * @param segment the run that passed it, or what came after it; empty when neither is known
   */
  public static Checkpoint passed(String thread, Commit commit, Optional<Segment> segment) {
    Segment still = segment.map(it -> it.halted(new Halt.Edited())).orElse(null);
    return new Checkpoint(thread, commit.number(), still, commit.frames(), List.of());
  }

  /** Returns the frame of the graph itself. */
  public Frame root() {
    return frames.require(Frame.ROOT);
  }

  /** Returns the frame of a namespace. */
  public Optional<Frame> frame(String namespace) {
    return frames.find(namespace);
  }

  /** Returns the run in progress or the last one. */
  public Optional<Segment> lastSegment() {
    return Optional.ofNullable(segment);
  }

  /** Returns whether a run is the one in progress or the last one, or an answer within it. */
  public boolean isOf(String runId) {
    return segment != null && segment.runs().contains(runId);
  }
}
