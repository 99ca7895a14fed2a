package io.evergraph.temporal.workflow;

import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.ReplyPages;
import io.evergraph.temporal.protocol.HistoryPage;
import java.util.List;

/** Cuts the history of a thread into replies of a size that servers take. */
record HistoryPages(GraphThread thread, StateCodec codec) {
  HistoryPage page(HistoryQuery query) {
    List<HistoryPage.Entry> all = thread.views().history(query);
    List<HistoryPage.Entry> page =
        all.subList(0, ReplyPages.end(all, 0, entry -> codec.toJson(entry).toString().length()));
    boolean more = page.size() < all.size();
    return more
        ? new HistoryPage(page, page.get(page.size() - 1).thread().checkpoint(), null)
        : new HistoryPage(page, 0, thread.before(query).orElse(null));
  }
}
