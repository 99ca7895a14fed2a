package io.evergraph.error;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A failure that Evergraph explains: what was expected, what was found, what to do.
 *
 * <p>The family is sealed; each case has accessors for its facts. {@link #details()} holds the same
 * facts as plain values (text, numbers, lists of text) for doors that speak JSON, and {@link
 * #restore(String, String, Map)} builds the case again on the other side of a wire.
 */
public abstract sealed class GraphException extends RuntimeException
    permits InvalidGraphException,
        UnknownChannelException,
        ConflictingWriteException,
        SubgraphBusyException,
        ReducerException,
        InvalidValueException,
        MissingValueException,
        UnknownTargetException,
        UnknownInterruptException,
        QuestionExpiredException,
        InvalidAnswerException,
        StepLimitException,
        TaskFailedException,
        NodeTimeoutException,
        JoinFailedException,
        UnknownGraphException,
        UnknownNodeException,
        UnknownTaskException,
        UnknownThreadException,
        UnknownRunException,
        ThreadExistsException,
        ThreadBusyException,
        ThreadEndedException,
        GraphMismatchException,
        VersionMisfitException,
        NothingToResumeException,
        NotOfferedException,
        RuntimeUnavailableException,
        StateMissingException,
        TooLargeException,
        BlobUnavailableException,
        InvalidInputException {
  private final transient Map<String, Object> details;

  GraphException(String message, Map<String, Object> details) {
    super(message);
    Map<String, Object> facts = new TreeMap<>(details);
    facts.replaceAll((name, fact) -> fact instanceof List<?> many ? List.copyOf(many) : fact);
    this.details = Collections.unmodifiableMap(facts);
  }

  /**
   * Returns the facts of the case by name: text, numbers and lists of text only, sorted by name.
   */
  public final Map<String, Object> details() {
    return details;
  }

  /** Returns the stable name of the case on the wire: its simple class name. */
  public final String type() {
    return getClass().getSimpleName();
  }

  /** Returns whether a node that fails so may succeed when it is tried again. */
  public final boolean isWorthAnotherAttempt() {
    return passes();
  }

  /** Returns whether the cause may be gone the next time. */
  boolean passes() {
    return false;
  }

  /**
   * Builds the case that {@link #type()} and {@link #details()} describe.
   *
   * @param type the simple class name of a case
   * @param message the text to fall back on when the details do not fit
   * @param details the facts by name, as {@link #details()} gave them
   * @return the case, or an {@link InvalidInputException} that quotes the message when no case fits
   */
  public static GraphException restore(String type, String message, Map<String, ?> details) {
    return Cases.restore(type, message, new Facts(details));
  }
}
