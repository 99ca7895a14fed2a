package io.evergraph.llm.model;

import java.util.List;

/**
 * Decides what watchers see of an answer while it comes. It may keep pieces back until it knows
 * more; for one answer, and not safe for use by several threads.
 */
public interface PieceFilter {
  /** Returns what is shown now that a piece has come; empty shows nothing yet. */
  String piece(String text);

  /** Returns what is shown of what was kept back, at the end of the answer. */
  String rest();

  /** Returns the filter that passes each piece through all of some, in their order. */
  static PieceFilter all(List<PieceFilter> filters) {
    return new PieceFilter() {
      @Override
      public String piece(String text) {
        String shown = text;
        for (PieceFilter filter : filters) {
          shown = shown.isEmpty() ? shown : filter.piece(shown);
        }
        return shown;
      }

      @Override
      public String rest() {
        String shown = "";
        for (PieceFilter filter : filters) {
          shown = (shown.isEmpty() ? shown : filter.piece(shown)) + filter.rest();
        }
        return shown;
      }
    };
  }
}
