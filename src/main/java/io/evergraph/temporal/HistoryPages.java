package io.evergraph.temporal;

import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.StateCodec;
import java.util.ArrayList;
import java.util.List;

/** Cuts the history of a thread into replies of a size that servers take. */
record HistoryPages(GraphThread thread, StateCodec codec) {
  private static final int PAGE_BYTES = 900_000;

  HistoryPage page(HistoryQuery query) {
    List<HistoryPage.Entry> all = thread.history(query);
    List<HistoryPage.Entry> page = new ArrayList<>();
    long size = 0;
    while (page.size() < all.size() && size < PAGE_BYTES) {
      HistoryPage.Entry entry = all.get(page.size());
      size += codec.toJson(entry).toString().length();
      page.add(entry);
    }
    boolean more = page.size() < all.size();
    return more
        ? new HistoryPage(page, page.get(page.size() - 1).thread().checkpoint(), null)
        : new HistoryPage(page, 0, thread.before(query).orElse(null));
  }
}
