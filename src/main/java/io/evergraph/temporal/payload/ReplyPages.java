package io.evergraph.temporal.payload;

import java.util.List;
import java.util.function.ToLongFunction;

/** Cuts replies into pages of a size that servers take. */
public final class ReplyPages {
  /** What a page should hold at most; what is larger in itself has a page of its own. */
  static final long BYTES = 900_000;

  private ReplyPages() {}

  /**
   * Returns where the page ends that begins at a position: it holds at least one element where
   * there is one.
   *
   * @param bytes the size of an element
   */
  public static <T> int end(List<T> all, int from, ToLongFunction<T> bytes) {
    int end = from;
    long size = 0;
    while (end < all.size()) {
      size += bytes.applyAsLong(all.get(end));
      if (size > BYTES && end > from) {
        return end;
      }
      end++;
    }
    return end;
  }
}
