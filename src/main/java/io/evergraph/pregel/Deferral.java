package io.evergraph.pregel;

import io.evergraph.graph.Send;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Keeps what leads to deferred nodes back until nothing else is left to run. */
final class Deferral {
  private final Set<String> deferred;
  private final SortedSet<String> names = new TreeSet<>();
  private final List<Send> sends = new ArrayList<>();
  private final SortedSet<String> waitingNames = new TreeSet<>();
  private final List<Send> waitingSends = new ArrayList<>();

  /** Begins with what waited before, but for the branches of races that are over. */
  Deferral(Set<String> deferred, Backlog before, Joining joining) {
    this.deferred = deferred;
    waitingNames.addAll(before.deferred().stream().filter(joining::isOpen).toList());
    before.deferredSends().stream()
        .filter(send -> joining.isOpen(send.target()))
        .forEach(waitingSends::add);
  }

  void add(Collection<String> moreNames, List<Send> moreSends) {
    moreNames.forEach(name -> (deferred.contains(name) ? waitingNames : names).add(name));
    moreSends.forEach(send -> (deferred.contains(send.target()) ? waitingSends : sends).add(send));
  }

  Successions successions(Joining joining) {
    Map<String, JoinMark> marks =
        joining.marks(
            Stream.of(names.stream(), waitingNames.stream(), targets(sends), targets(waitingSends))
                .flatMap(all -> all)
                .toList());
    return names.isEmpty() && sends.isEmpty()
        ? new Successions(waitingNames, waitingSends, Backlog.of(marks, new TreeSet<>(), List.of()))
        : new Successions(names, sends, Backlog.of(marks, waitingNames, waitingSends));
  }

  private static Stream<String> targets(List<Send> sends) {
    return sends.stream().map(Send::target);
  }
}
