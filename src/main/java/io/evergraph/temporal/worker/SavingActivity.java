package io.evergraph.temporal.worker;

import io.evergraph.error.GraphException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.runtime.LogContents;
import io.evergraph.temporal.client.ThreadCalls;
import io.evergraph.temporal.client.ThreadSaver;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.SaveActivity;
import io.evergraph.temporal.workflow.ThreadSaving;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInfo;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Saves threads in the checkpoint store of this process; tried again until it is done. */
public final class SavingActivity implements SaveActivity {
  private static final Logger LOG = LoggerFactory.getLogger(SavingActivity.class);

  private final String server;
  private final Optional<ThreadSaver> saver;
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * Makes the activity of a worker.
   *
   * @param timer ends calls that take too long
   */
  public SavingActivity(TemporalConnection connection, ScheduledExecutorService timer) {
    ThreadCalls calls = new ThreadCalls(connection, timer);
    this.server = connection.options().target();
    this.saver = connection.saved().map(saved -> new ThreadSaver(calls, saved, Clock.systemUTC()));
  }

  @Override
  public long save(SaveActivity.Order given) {
    ActivityInfo activity = Activity.getExecutionContext().getInfo();
    SaveActivity.Order order = given.in(activity.getWorkflowId(), activity.getWorkflowRunId());
    try {
      long saved =
          saver
              .orElseThrow(this::withoutStore)
              .save(order, ThreadSaving.LONGEST_ATTEMPT.dividedBy(2));
      warned.set(false);
      return saved;
    } catch (GraphException failure) {
      if (!warned.getAndSet(true)) {
        LOG.warn("Threads wait to be saved: {}", LogContents.message(failure));
      }
      throw Failures.passing(failure);
    }
  }

  private GraphException withoutStore() {
    return new NotOfferedException(
        "checkpoint store",
        "a worker on " + server,
        "Set the one that the thread was started with in every process:"
            + " TemporalOptions.checkpoints, or evergraph.checkpoints.type.");
  }
}
