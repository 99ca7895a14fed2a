package io.evergraph.temporal.client;

import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.protocol.HistoryPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the history of a thread backwards, page by page, from the latest execution of its workflow
 * to the earlier ones, as far as the server still keeps those.
 */
final class HistoryReader {
  private final ThreadCalls calls;
  private final ThreadId thread;
  private final HistoryQuery query;
  private final List<HistoryPage.Entry> found = new ArrayList<>();
  private HistoryQuery rest;
  private @Nullable String execution;
  private long oldest;
  private @Nullable HistoryQuery missing;

  HistoryReader(ThreadCalls calls, ThreadId thread, HistoryQuery query) {
    this.calls = calls;
    this.thread = thread;
    this.query = query;
    this.rest = query;
  }

  List<HistoryPage.Entry> entries() {
    boolean more;
    do {
      more = isToBeContinued(page());
    } while (more);
    return found;
  }

  private HistoryPage page() {
    try {
      return calls.findIn(execution, thread, "history", HistoryPage.class, rest).orElseThrow();
    } catch (UnknownThreadException forgotten) {
      if (execution == null) {
        throw forgotten;
      }
      missing = rest;
      return new HistoryPage(List.of(), 0, null);
    }
  }

  /** Returns what the server has forgotten, once the entries were read. */
  Optional<HistoryQuery> missing() {
    return Optional.ofNullable(missing);
  }

  boolean isWanted(long checkpoint) {
    return checkpoint >= oldest;
  }

  private boolean isToBeContinued(HistoryPage page) {
    page.entries().stream()
        .filter(entry -> isWanted(entry.thread().checkpoint()))
        .forEach(found::add);
    HistoryPage.Elsewhere elsewhere = page.elsewhere();
    long before = page.before();
    if (before == 0 && elsewhere != null) {
      execution = elsewhere.execution();
      oldest = Math.max(oldest, elsewhere.oldest());
      before = elsewhere.before();
    }
    boolean isEnough = query.limit() > 0 && found.size() >= query.limit();
    if (isEnough || before <= oldest) {
      return false;
    }
    rest = query.before(before).limit(query.limit() == 0 ? 0 : query.limit() - found.size());
    return true;
  }
}
