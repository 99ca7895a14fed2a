package io.evergraph.error;

import java.util.List;

/** An answer names a question that is not open: unknown, stale, or answered before. */
public final class UnknownInterruptException extends GraphException {
  /** The id in an answer that names no question. */
  private static final String UNNAMED = "-";

  /** Describes the failure. */
  public UnknownInterruptException(String thread, String interruptId, List<String> open) {
    this(Facts.of("thread", thread).and("interruptId", interruptId).and("open", open));
  }

  UnknownInterruptException(Facts facts) {
    super(facts, facts.texts("open").isEmpty() ? nothingOpen(facts) : otherOpen(facts));
  }

  private static String nothingOpen(Facts facts) {
    return "Expected an open question in thread '{thread}' but found none"
        + (isUnnamed(facts) ? "" : "; '{interruptId}' is not open")
        + ". It has been answered before, or not been asked yet; each can be answered once.";
  }

  private static String otherOpen(Facts facts) {
    return "Expected the id of an open question of thread '{thread}', one of {open}, but found "
        + (isUnnamed(facts) ? "an answer that names none" : "'{interruptId}'")
        + ". Ask for the interrupts of the thread; each can be answered once.";
  }

  private static boolean isUnnamed(Facts facts) {
    return facts.text("interruptId").equals(UNNAMED);
  }

  /** Returns the id that was answered; a dash when none was given. */
  public String interruptId() {
    return facts().text("interruptId");
  }
}
