package io.evergraph.bench.floor;

import io.evergraph.runtime.RunMode;

/** What kind of run is measured, and where its caller is. */
enum Form {
  /** What people get who choose nothing. */
  THREAD_HERE(RunMode.THREAD, "A thread that stays open, called from the worker's process"),
  THREAD_ELSEWHERE(RunMode.THREAD, "A thread that stays open, called from another process"),
  ALONE_HERE(RunMode.ALONE, "A run alone, called from the worker's process"),
  ALONE_ELSEWHERE(RunMode.ALONE, "A run alone, called from another process");

  final RunMode mode;
  final String title;

  Form(RunMode mode, String title) {
    this.mode = mode;
    this.title = title;
  }

  boolean isElsewhere() {
    return this == THREAD_ELSEWHERE || this == ALONE_ELSEWHERE;
  }
}
