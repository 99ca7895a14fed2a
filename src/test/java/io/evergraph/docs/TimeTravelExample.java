package io.evergraph.docs;

import io.evergraph.docs.RefundExample.Refund;
import io.evergraph.graph.NodeEdit;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.StateUpdate;
import java.util.List;

/** The example of the page on time travel. */
final class TimeTravelExample {
  private TimeTravelExample() {}

  // begin look
  static ThreadSnapshot beforeTheApproval(GraphRuntime runtime, ThreadId thread) {
    List<HistoryEntry> history = runtime.history(thread, HistoryQuery.all()); // newest first
    return history.stream()
        .map(HistoryEntry::snapshot)
        .filter(it -> it.next().contains("approve"))
        .findFirst()
        .orElseThrow(); // state(), tasks() and interrupts() are those of then
  }

  // end look

  // begin fork
  static RunResult asASmallRefund(GraphRuntime runtime, ThreadId thread) {
    long then = beforeTheApproval(runtime, thread).checkpoint();
    StateUpdate small = StateUpdate.of(RefundExample.REFUND, new Refund("7", 50));
    runtime.fork(thread, Fork.of(then).editing(NodeEdit.as("assess", small)));
    return runtime.proceed(thread).await(); // assess is not run again; its routes are taken anew
  }

  // end fork

  // begin back
  static ThreadSnapshot askAgain(GraphRuntime runtime, ThreadId thread) {
    long then = beforeTheApproval(runtime, thread).checkpoint();
    return runtime.rollback(thread, then); // the question is open again, the payment forgotten
  }

  static ThreadSnapshot tryElsewhere(GraphRuntime runtime, ThreadId thread, ThreadId copy) {
    return runtime.copy(thread, copy); // the original stays as it is
  }
  // end back
}
