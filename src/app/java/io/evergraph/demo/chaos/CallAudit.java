package io.evergraph.demo.chaos;

import io.evergraph.demo.airline.ReplayJournal.Call;
import io.evergraph.demo.airline.ReplayJournal.ModelCall;
import io.evergraph.demo.airline.ReplayJournal.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Judges the raw calls that model and tools have got.
 *
 * <p>Every call has a key, a key belongs to one call, and a call has one key: only so can whoever
 * is called tell a repetition from a new order. A repetition is accepted where the worker that made
 * the call before was killed while it held the task, or where the server was gone and could not
 * take the result. A worker no longer holds a task when its thread has gone on behind it.
 */
final class CallAudit {
  private final Map<String, List<Call>> conversations;
  private final List<Fault> faults;
  private final List<SecondCall> secondCalls = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();

  CallAudit(List<Call> calls, List<Fault> faults) {
    // The loss of the worker explains more than a loss of the server at about the same time
    this.faults =
        faults.stream()
            .filter(fault -> !(fault instanceof Fault.StoreOutage))
            .sorted(Comparator.comparing(Fault.Outage.class::isInstance))
            .toList();
    this.conversations = calls.stream().collect(Collectors.groupingBy(Call::conversation));
    List<Call> inOrder =
        calls.stream().sorted(Comparator.comparing((Call call) -> call.origin().at())).toList();
    by(inOrder, CallAudit::place).values().forEach(this::judgeKeys);
    by(inOrder, call -> Optional.ofNullable(call.origin().idempotencyKey()))
        .forEach((key, same) -> key.ifPresent(known -> judge(known, same)));
  }

  private static <K> Map<K, List<Call>> by(List<Call> calls, Function<Call, K> trait) {
    return calls.stream()
        .collect(Collectors.groupingBy(trait, LinkedHashMap::new, Collectors.toList()));
  }

  /** What is called, wherever the call comes from. */
  static String place(Call call) {
    return "%s, message %d, %s".formatted(call.conversation(), call.position(), call.callee());
  }

  private void judgeKeys(List<Call> same) {
    Set<Optional<String>> keys = new LinkedHashSet<>();
    same.forEach(call -> keys.add(Optional.ofNullable(call.origin().idempotencyKey())));
    if (keys.contains(Optional.<String>empty())) {
      violations.add(place(same.get(0)) + ": called without a key");
    } else if (keys.size() > 1) {
      violations.add(
          "%s: one call under %d keys, so its effect happened %d times"
              .formatted(place(same.get(0)), keys.size(), keys.size()));
    }
  }

  private void judge(String key, List<Call> same) {
    Set<String> places = same.stream().map(CallAudit::place).collect(Collectors.toSet());
    if (places.size() > 1) {
      violations.add(
          "key %s: for %d calls, among them %s".formatted(key, places.size(), place(same.get(0))));
      return;
    }
    for (int i = 1; i < same.size(); i++) {
      judge(same.get(i - 1), same.get(i));
    }
  }

  private void judge(Call first, Call again) {
    Optional<Fault> cause =
        faults.stream()
            .filter(fault -> explains(fault, first.origin(), again.origin()))
            .filter(fault -> !goneOn(first, fault.at()))
            .findFirst();
    cause.ifPresentOrElse(
        found -> secondCalls.add(new SecondCall(first, again, found)),
        () -> violations.add(unexplained(first, again)));
  }

  private static boolean explains(Fault fault, Origin first, Origin again) {
    if (fault.at().isAfter(again.at())) {
      return false;
    }
    return fault instanceof Fault.WorkerKill kill
        ? Long.valueOf(kill.process()).equals(first.process())
        : !first.at().isAfter(fault.until());
  }

  /** The tools of one message are one task; model and tools take turns. */
  private boolean goneOn(Call call, Instant at) {
    return conversations.getOrDefault(call.conversation(), List.of()).stream()
        .filter(later -> later.position() > call.position() && later.origin().at().isBefore(at))
        .anyMatch(later -> later instanceof ModelCall || call instanceof ModelCall);
  }

  private static String unexplained(Call first, Call again) {
    return "%s: called at %s by process %s and at %s by %s, and nothing that was killed explains it"
        .formatted(
            place(first),
            first.origin().at(),
            first.origin().process(),
            again.origin().at(),
            again.origin().process());
  }

  List<SecondCall> secondCalls() {
    return List.copyOf(secondCalls);
  }

  List<String> violations() {
    return List.copyOf(violations);
  }

  /** A call that was made again under its own key, for a reason that is known. */
  record SecondCall(Call first, Call again, Fault cause) {

    Duration recovery() {
      return Duration.between(cause.at(), again.origin().at());
    }

    String describe() {
      return String.format(
          Locale.ROOT,
          "%s, message %d, %s: called by process %s, again by %s after %.1f s; %.2f s after the first"
              + " call this was killed: %s",
          first.conversation(),
          first.position(),
          first.callee(),
          first.origin().process(),
          again.origin().process(),
          Duration.between(first.origin().at(), again.origin().at()).toMillis() / 1000.0,
          Duration.between(first.origin().at(), cause.at()).toMillis() / 1000.0,
          cause.describe());
    }
  }
}
