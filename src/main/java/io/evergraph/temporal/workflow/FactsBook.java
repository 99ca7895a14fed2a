package io.evergraph.temporal.workflow;

import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.StateCache;
import io.evergraph.temporal.protocol.FactsPage;
import io.evergraph.temporal.protocol.RunFacts;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The facts of the runs of one workflow execution, each under a short reference: a digest of what
 * led to it and, from the second on, its number. A worker whose workflow task was given to another
 * one may have gone another way to facts of the same number: the digest tells them apart.
 *
 * <p>Lives in a workflow: not for use by several threads. Deterministic; what it puts into the
 * process is not part of the workflow.
 */
public final class FactsBook {
  /** Tasks of earlier runs are not wanted any more: their facts need not be told for ever. */
  private static final int KEPT = 16;

  private static final String SEPARATOR = ".";

  private final StateCodec codec;
  private final StateCache held;
  private final String execution;
  private final Map<String, RunFacts> byReference = new LinkedHashMap<>();
  private @Nullable FactsPage latest;
  private int count;

  FactsBook(InterpreterServices shared, String execution) {
    this.codec = shared.codec();
    this.held = shared.states();
    this.execution = execution;
  }

  /** Returns the facts of the run in progress; notes them for the first task that needs them. */
  FactsPage of(GraphBinding bound, Task task) {
    Segment segment = bound.progress().at().lastSegment().orElseThrow();
    FactsPage known = latest;
    FactsPage page =
        known != null && isOf(known, bound, segment) ? known : note(bound, segment, task);
    latest = page;
    held.offer(execution, page.reference(), page.facts());
    return page;
  }

  private FactsPage note(GraphBinding bound, Segment segment, Task first) {
    count++;
    String digest = bound.digests().now();
    String reference = count == 1 ? digest : digest + SEPARATOR + count;
    RunFacts facts = facts(bound, first);
    byReference.put(reference, facts);
    forgetOldest();
    return new FactsPage(bound.progress().at().thread(), reference, facts, segment.settings());
  }

  private void forgetOldest() {
    if (byReference.size() > KEPT) {
      Iterator<String> oldest = byReference.keySet().iterator();
      String unused = oldest.next();
      oldest.remove();
    }
  }

  /** Returns the facts that a task refers to, unless they are too old. */
  Optional<RunFacts> find(String reference) {
    return Optional.ofNullable(byReference.get(reference));
  }

  private static boolean isOf(FactsPage page, GraphBinding bound, Segment segment) {
    return segment.runId().equals(page.facts().run())
        && bound.spec().version().equals(page.facts().version())
        && segment.settings().context().equals(page.settings().context())
        && segment.settings().tags().equals(page.settings().tags());
  }

  private RunFacts facts(GraphBinding bound, Task first) {
    Segment segment = bound.progress().at().lastSegment().orElseThrow();
    Map<String, Object> context = segment.settings().context();
    return new RunFacts(
        bound.spec().name(),
        bound.spec().version(),
        segment.runId(),
        context.isEmpty() ? null : codec.toJson(context),
        segment.settings().tags(),
        first.checkpoint() - first.step(),
        lastStep(first, bound.progress().remainingSteps(first)));
  }

  /** What is routed from the start runs before the first superstep. */
  private static int lastStep(Task first, int remaining) {
    return Math.max(1, first.step()) + remaining;
  }
}
