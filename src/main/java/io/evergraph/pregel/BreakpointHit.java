package io.evergraph.pregel;

import java.util.List;
import java.util.Objects;

/**
 * A breakpoint at which a frame stands: nothing of what is planned in it has begun.
 *
 * @param before the planned nodes before which it stands
 * @param after the nodes that have ended and after which it stands
 * @param routes the tasks that ended, with only their routes left to be found: what follows them is
 *     planned anew when the state is edited; empty where {@code after} is
 * @param backlog what the frame remembered before those tasks ended
 */
public record BreakpointHit(
    List<String> before, List<String> after, Plan routes, PendingJoins backlog) {
  /** Lets a frame pass the breakpoints that it stood after, while their routes are found anew. */
  static final BreakpointHit PASSING =
      new BreakpointHit(List.of(), List.of(), Plan.empty(), PendingJoins.EMPTY);

  public BreakpointHit {
    before = List.copyOf(before);
    after = List.copyOf(after);
    backlog = Objects.requireNonNullElse(backlog, PendingJoins.EMPTY);
  }

  /** Returns whether the frame stands no longer, and only passes. */
  public boolean passes() {
    return before.isEmpty() && after.isEmpty();
  }

  /** Returns this hold with other routes to be found, and another backlog. */
  public BreakpointHit with(Plan other, PendingJoins otherBacklog) {
    return new BreakpointHit(before, after, other, otherBacklog);
  }
}
