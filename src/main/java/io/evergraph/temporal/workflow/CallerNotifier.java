package io.evergraph.temporal.workflow;

import io.evergraph.pregel.Caller;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.temporal.protocol.ReportMessage;
import io.temporal.workflow.Async;
import io.temporal.workflow.ExternalWorkflowStub;
import io.temporal.workflow.Workflow;
import java.util.Optional;

/**
 * Tells the thread whose task this one works for how this one stands, whenever that is something
 * else than what that one knows. One report is under way at a time, so they come in order.
 *
 * <p>Lives in a workflow: not for use by several threads.
 */
final class CallerNotifier {
  private static final String RUNNING = "";
  private static final String NOTHING = "-";

  private final GraphThread thread;
  private final SignalRetry retry = new SignalRetry();
  private String known;
  private boolean sending;

  /** Whoever goes on as another execution has told all before. */
  private CallerNotifier(GraphThread thread) {
    this.thread = thread;
    this.known = current().map(CallerNotifier::place).orElse(RUNNING);
  }

  /** Returns what tells the caller of a thread; empty for one that no other thread has begun. */
  static Optional<CallerNotifier> of(GraphThread thread) {
    boolean isCalled =
        Workflow.getInfo().getParentWorkflowId().isPresent() || thread.worksForAnother();
    return isCalled ? Optional.of(new CallerNotifier(thread)) : Optional.empty();
  }

  private static String place(ChildReport report) {
    return report.result() == null ? RUNNING : report.place();
  }

  private Optional<ChildReport> current() {
    return thread.driver().progress().flatMap(ChildReport::of);
  }

  private Optional<ChildReport> due() {
    return sending || retry.isPausing()
        ? Optional.empty()
        : current().filter(it -> !place(it).equals(known));
  }

  boolean hasNews() {
    return retry.hasToPause() || due().isPresent();
  }

  /** Returns whether all has been told. */
  boolean isIdle() {
    return !sending && !retry.isPausing() && due().isEmpty();
  }

  /** The caller knows that this thread goes on; how it stops, it wants to know in any case. */
  void wasCalled(String run) {
    thread.wasCalled(run);
    known = RUNNING;
  }

  void send() {
    retry.pause();
    due().ifPresent(this::send);
  }

  private void send(ChildReport report) {
    known = place(report);
    sending = true;
    Caller caller = ChildReport.caller(thread.driver().progressFor(0)).orElseThrow();
    ReportMessage message =
        ReportMessage.of(report, thread.heard(), thread.shared().codec(), thread.shared().guard());
    Workflow.newDetachedCancellationScope(
            () -> {
              ExternalWorkflowStub stub = Workflow.newUntypedExternalWorkflowStub(caller.thread());
              Object unused =
                  Async.procedure(stub::signal, "report", new Object[] {message})
                      .handle((sent, failure) -> came(failure != null));
            })
        .run();
  }

  private boolean came(boolean failed) {
    sending = false;
    if (retry.isToBeSentAgain(failed)) {
      known = NOTHING;
    }
    return !failed;
  }
}
