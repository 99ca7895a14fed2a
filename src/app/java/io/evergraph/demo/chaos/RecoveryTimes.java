package io.evergraph.demo.chaos;

import io.evergraph.demo.airline.ReplayJournal.Call;
import io.evergraph.demo.chaos.CallAudit.SecondCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

record RecoveryTimes(Times held, Times alone, Times afterWorkers, Times afterServers) {

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
        times(lost, call -> true),
        times(lost, call -> isAlone(call, faults)),
        silences(moves, faults, Fault.WorkerKill.class::isInstance),
        silences(moves, faults, Fault.Outage.class::isInstance));
  }

  private static Times times(List<SecondCall> lost, Predicate<SecondCall> which) {
    return new Times(lost.stream().filter(which).map(SecondCall::recovery).toList());
  }

  private static boolean isAlone(SecondCall call, List<Fault> faults) {
    Instant end = call.again().origin().at();
    return faults.stream()
        .filter(other -> !other.equals(call.cause()))
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
