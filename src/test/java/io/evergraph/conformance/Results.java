package io.evergraph.conformance;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which scenarios have passed, by runtime. */
final class Results {
  private final Map<String, Set<String>> passed =
      Collections.synchronizedMap(new LinkedHashMap<>());

  /** Notes that scenarios are played on a runtime. */
  void begin(String runtime) {
    passed.put(runtime, ConcurrentHashMap.newKeySet());
  }

  /** Notes that a scenario has passed there. */
  void pass(String runtime, String scenario) {
    there(runtime).add(scenario);
  }

  /** The runtimes on which scenarios were played, in order. */
  Set<String> runtimes() {
    return passed.keySet();
  }

  /** Whether a scenario has passed on every runtime. */
  boolean passed(String scenario) {
    return !passed.isEmpty()
        && passed.values().stream().allMatch(there -> there.contains(scenario));
  }

  /** How many runs have passed on a runtime. */
  int count(String runtime) {
    return there(runtime).size();
  }

  private Set<String> there(String runtime) {
    return Optional.ofNullable(passed.get(runtime)).orElseThrow();
  }
}
