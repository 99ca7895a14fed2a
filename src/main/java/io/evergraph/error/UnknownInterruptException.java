package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** An answer names a question that is not open: unknown, stale, or answered before. */
public final class UnknownInterruptException extends GraphException {
  /** The id in an answer that names no question. */
  private static final String UNNAMED = "-";

  private final String thread;
  private final String interruptId;
  private final List<String> open;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param interruptId the id that was answered; a dash when none was given
   * @param open the ids of the open questions
   */
  public UnknownInterruptException(String thread, String interruptId, List<String> open) {
    super(
        open.isEmpty() ? nothingOpen(thread, interruptId) : otherOpen(thread, interruptId, open),
        Map.of("thread", thread, "interruptId", interruptId, "open", open));
    this.thread = thread;
    this.interruptId = interruptId;
    this.open = List.copyOf(open);
  }

  private static String nothingOpen(String thread, String interruptId) {
    return "Expected an open question in thread '"
        + thread
        + "' but found none"
        + (interruptId.equals(UNNAMED) ? "" : "; '" + interruptId + "' is not open")
        + ". It has been answered before, or not been asked yet; each can be answered once.";
  }

  private static String otherOpen(String thread, String interruptId, List<String> open) {
    return "Expected the id of an open question of thread '"
        + thread
        + "', one of "
        + open
        + ", but found "
        + (interruptId.equals(UNNAMED) ? "an answer that names none" : "'" + interruptId + "'")
        + ". Ask for the interrupts of the thread; each can be answered once.";
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }

  /** Returns the id that was answered; a dash when none was given. */
  public String interruptId() {
    return interruptId;
  }

  /** Returns the ids of the open questions. */
  public List<String> open() {
    return open;
  }
}
