package io.evergraph.demo.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the stores held at the end of a run in which they were killed. */
record StoreReport(SavedAudit saved, TaskLoad.Outcome tasks) {
  /** Returns what must not have happened, a sentence each. */
  List<String> violations() {
    return Stream.concat(saved.missing().stream(), tasks.wrong().stream()).toList();
  }

  /** Returns the lines of the report for people, by their labels. */
  Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put(
        "saved threads",
        "%d of %d whole, %s after the last conversation"
            .formatted(
                saved.threads() - saved.missing().size(),
                saved.threads(),
                Times.seconds(saved.drained())));
    lines.put(
        "tasks",
        "%d admitted, %d finished as expected; %d requests refused while their records were away"
            .formatted(tasks.tasks(), tasks.tasks() - tasks.wrong().size(), tasks.refused()));
    return lines;
  }

  /** Returns the figures for programs. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("saved_threads", saved.threads());
    map.put("saved_whole", saved.threads() - saved.missing().size());
    map.put("drained_ms", saved.drained().toMillis());
    map.put("tasks", tasks.tasks());
    map.put("tasks_wrong", tasks.wrong().size());
    map.put("tasks_refused", tasks.refused());
    return map;
  }
}
