package io.evergraph.testkit;

import java.util.ArrayList;
import java.util.List;

/** The runs that a test has begun, where {@link EvergraphExtension} ends them. */
final class OpenRuns {
  private static final ThreadLocal<List<GraphRun>> OF_TEST = new ThreadLocal<>();

  private OpenRuns() {}

  static void begin() {
    OF_TEST.set(new ArrayList<>());
  }

  static void add(GraphRun run) {
    List<GraphRun> open = OF_TEST.get();
    if (open != null) {
      open.add(run);
    }
  }

  static void end() {
    List<GraphRun> open = OF_TEST.get();
    OF_TEST.remove();
    if (open != null) {
      open.forEach(GraphRun::close);
    }
  }
}
