package io.evergraph.demo.chaos;

import io.evergraph.demo.airline.ReplayJournal.Call;
import io.evergraph.demo.chaos.CallAudit.SecondCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

record RecoveryTimes(
    Times held, List<SecondCall> undisturbed, Times afterWorkers, Times afterServers) {

  /** So many tasks taken up, and each disturbed by another kill, show nothing. */
  private static final int MANY = 20;

  static RecoveryTimes of(List<Call> calls, List<SecondCall> secondCalls, List<Fault> faults) {
    List<SecondCall> lost =
        secondCalls.stream().filter(it -> it.cause() instanceof Fault.WorkerKill).toList();
    Map<String, NavigableSet<Instant>> moves =
        calls.stream()
            .collect(
                Collectors.groupingBy(
                    Call::conversation,
                    Collectors.mapping(
                        call -> call.origin().at(), Collectors.toCollection(TreeSet::new))));
    return new RecoveryTimes(
        times(lost),
        lost.stream().filter(call -> isAlone(call, faults)).toList(),
        silences(moves, faults, Fault.WorkerKill.class::isInstance),
        silences(moves, faults, Fault.Outage.class::isInstance));
  }

  private static Times times(List<SecondCall> lost) {
    return new Times(lost.stream().map(SecondCall::recovery).toList());
  }

  Times alone() {
    return times(undisturbed);
  }

  /** Returns what took longer though nothing else was killed meanwhile, a sentence each. */
  List<String> later(Duration allowed) {
    return undisturbed.stream()
        .filter(call -> call.recovery().compareTo(allowed) > 0)
        .map(
            call ->
                "%s: taken up again %s after the kill of its worker, not within %s"
                    .formatted(
                        CallAudit.place(call.first()),
                        Times.seconds(call.recovery()),
                        Times.seconds(allowed)))
        .toList();
  }

  /** Returns that nothing shows how long a takeover takes, where that is so. */
  Optional<String> unseen() {
    return held.count() >= MANY && undisturbed.isEmpty()
        ? Optional.of(
            "each of the %d tasks that killed workers held was taken up after another kill, so that"
                    .formatted(held.count())
                + " nothing shows how long that takes: kill less often")
        : Optional.empty();
  }

  private static boolean isAlone(SecondCall call, List<Fault> faults) {
    Instant end = call.again().origin().at();
    return faults.stream()
        .filter(other -> !other.equals(call.cause()) && !(other instanceof Fault.StoreOutage))
        .noneMatch(other -> !other.at().isAfter(end) && !other.until().isBefore(call.cause().at()));
  }

  private static Times silences(
      Map<String, NavigableSet<Instant>> moves, List<Fault> faults, Predicate<Fault> which) {
    List<Duration> silences = new ArrayList<>();
    for (Fault fault : faults.stream().filter(which).toList()) {
      for (NavigableSet<Instant> of : moves.values()) {
        Instant next = of.higher(fault.at());
        if (of.lower(fault.at()) != null && next != null) {
          silences.add(Duration.between(fault.at(), next));
        }
      }
    }
    return new Times(silences);
  }
}
