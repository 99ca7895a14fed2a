package io.evergraph.temporal;

import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.codec.StateCodec;
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
final class FactsBook {
  /** Tasks of earlier runs are not wanted any more: their facts need not be told for ever. */
  private static final int KEPT = 16;

  private static final String SEPARATOR = ".";

  private final StateCodec codec;
  private final StateCache held;
  private final String execution;
  private final Map<String, RunFacts> byReference = new LinkedHashMap<>();
  private @Nullable Page latest;
  private int count;

  FactsBook(Interpretation shared, String execution) {
    this.codec = shared.codec();
    this.held = shared.states();
    this.execution = execution;
  }

  /**
   * A run's facts, and what else its calls are made of.
   *
   * @param thread the thread
   * @param reference the reference of the facts
   * @param facts the facts
   * @param settings the settings of the run
   */
  record Page(String thread, String reference, RunFacts facts, RunSettings settings) {
    private boolean isOf(Binding bound, Segment segment) {
      return segment.runId().equals(facts.run())
          && bound.spec().version().equals(facts.version())
          && segment.settings().context().equals(settings.context())
          && segment.settings().tags().equals(settings.tags());
    }
  }

  /** Returns the facts of the run in progress; notes them for the first task that needs them. */
  Page of(Binding bound, Task task) {
    Segment segment = bound.progress().at().lastSegment().orElseThrow();
    Page known = latest;
    Page page = known != null && known.isOf(bound, segment) ? known : note(bound, segment, task);
    latest = page;
    held.offer(execution, page.reference(), page.facts());
    return page;
  }

  private Page note(Binding bound, Segment segment, Task first) {
    count++;
    String digest = bound.digests().now();
    String reference = count == 1 ? digest : digest + SEPARATOR + count;
    RunFacts facts = RunFacts.of(bound, first, codec);
    byReference.put(reference, facts);
    forgetOldest();
    return new Page(bound.progress().at().thread(), reference, facts, segment.settings());
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
}
