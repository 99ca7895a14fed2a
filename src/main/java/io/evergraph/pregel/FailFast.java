package io.evergraph.pregel;

import io.evergraph.graph.FailureRules.Siblings;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The graphs whose other tasks a failure cancels: of those around it that ask for it the outermost,
 * as far out as no other branch of a race makes up for it.
 */
final class FailFast {
  private static final FailFast NOWHERE = new FailFast(Set.of());

  private final Set<String> namespaces;

  private FailFast(Set<String> namespaces) {
    this.namespaces = namespaces;
  }

  static FailFast of(GraphIndex index, Checkpoint at) {
    if (!index.traits().contains(GraphTrait.FAILS_FAST)) {
      return NOWHERE;
    }
    return new FailFast(
        at.frames().values().stream()
            .filter(frame -> frame.plan().hasBroken())
            .flatMap(frame -> outermost(index, at.frames(), frame).stream())
            .map(Frame::namespace)
            .collect(Collectors.toUnmodifiableSet()));
  }

  private static Optional<Frame> outermost(GraphIndex index, Frames frames, Frame frame) {
    return frames
        .calling(frame)
        .filter(outer -> !canDoWithout(index, outer, frame))
        .flatMap(outer -> outermost(index, frames, outer))
        .or(() -> Optional.of(frame).filter(it -> isAskedFor(index.of(it))));
  }

  private static boolean canDoWithout(GraphIndex index, Frame outer, Frame inner) {
    return new RaceResolver(index.of(outer)).canDoWithout(outer, outer.plan().caller(inner));
  }

  static boolean isAskedFor(GraphIndex graph) {
    return graph.spec().failure().siblings() == Siblings.CANCEL;
  }

  /** Returns whether no task of a frame is to run. */
  boolean stops(Frame frame) {
    return namespaces.stream().anyMatch(outer -> Frame.isWithin(frame.namespace(), outer));
  }
}
