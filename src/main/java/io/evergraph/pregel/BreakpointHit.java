package io.evergraph.pregel;

import java.util.List;

/**
 * A breakpoint at which a frame stands: nothing of what is planned in it has begun.
 *
 * @param before the planned nodes before which it stands
 * @param after the nodes that have ended and after which it stands
 */
public record BreakpointHit(List<String> before, List<String> after) {
  /** Lets a frame pass the breakpoints that it stood after, while their routes are found anew. */
  static final BreakpointHit PASSING = new BreakpointHit(List.of(), List.of());

  public BreakpointHit {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** Returns whether the frame stands no longer, and only passes. */
  public boolean passes() {
    return before.isEmpty() && after.isEmpty();
  }
}
