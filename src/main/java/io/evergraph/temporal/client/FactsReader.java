package io.evergraph.temporal.client;

import io.evergraph.error.StateMissingException;
import io.evergraph.temporal.connection.StateCache;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.Reference;
import io.evergraph.temporal.protocol.RunFacts;
import io.temporal.client.WorkflowClient;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the tasks of a run have in common: from this process where it is held, else from the
 * thread's workflow. Tasks that need the same at once ask once.
 *
 * <p>Blocks; never for a workflow's thread, nor for a local activity. Safe for use by several
 * threads.
 */
public final class FactsReader {
  private final WorkflowClient client;
  private final StateCache held;
  private final ConcurrentMap<Wanted, CompletableFuture<RunFacts>> asked =
      new ConcurrentHashMap<>();

  public static FactsReader of(TemporalConnection connection) {
    return new FactsReader(connection.client(), connection.states());
  }

  FactsReader(WorkflowClient client, StateCache held) {
    this.client = client;
    this.held = held;
  }

  /**
   * Names facts.
   *
   * @param thread the thread
   * @param execution the Temporal run id of the workflow that noted them
   * @param at what a task stands on that refers to them
   */
  public record Wanted(String thread, String execution, Reference at) {
    private StateMissingException missing(String reason) {
      return new StateMissingException(
          thread, at.checkpoint(), "the facts of the task's run cannot be had: " + reason);
    }
  }

  /**
   * Returns facts.
   *
   * @throws StateMissingException when they cannot be had
   */
  public RunFacts read(Wanted wanted) {
    return find(wanted).orElseGet(() -> ask(wanted));
  }

  /**
   * Returns facts without asking anybody.
   *
   * @throws StateMissingException when this process does not hold them
   */
  public RunFacts held(Wanted wanted) {
    return find(wanted).orElseThrow(() -> wanted.missing("they are not held in this process"));
  }

  private Optional<RunFacts> find(Wanted wanted) {
    return held.facts(wanted.execution(), wanted.at().facts());
  }

  private RunFacts ask(Wanted wanted) {
    CompletableFuture<RunFacts> own = new CompletableFuture<>();
    CompletableFuture<RunFacts> first = asked.putIfAbsent(wanted, own);
    if (first != null) {
      return told(first, wanted);
    }
    try {
      RunFacts facts = query(wanted);
      held.offer(wanted.execution(), wanted.at().facts(), facts);
      own.complete(facts);
      return facts;
    } finally {
      asked.remove(wanted, own);
      own.completeExceptionally(wanted.missing("another task has asked in vain"));
    }
  }

  private static RunFacts told(CompletableFuture<RunFacts> first, Wanted wanted) {
    try {
      return first.get();
    } catch (ExecutionException failure) {
      throw missing(wanted, failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw missing(wanted, interrupted);
    }
  }

  private RunFacts query(Wanted wanted) {
    RunFacts told = reply(wanted);
    if (told == null) {
      throw wanted.missing("the run does not keep them");
    }
    return told;
  }

  private @Nullable RunFacts reply(Wanted wanted) {
    try {
      return client
          .newUntypedWorkflowStub(
              wanted.thread(), Optional.of(wanted.execution()), Optional.empty())
          .query("facts", RunFacts.class, wanted.at().facts());
    } catch (RuntimeException failure) {
      throw missing(wanted, failure);
    }
  }

  private static StateMissingException missing(Wanted wanted, Exception cause) {
    StateMissingException missing = wanted.missing(Failures.reason(cause));
    missing.initCause(cause);
    return missing;
  }
}
