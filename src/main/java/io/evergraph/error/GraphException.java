package io.evergraph.error;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/**
 * A failure that Evergraph explains: what was expected, what was found, what to do.
 *
 * <p>The family is sealed; {@link #details()} holds the facts of a case as plain values (text,
 * numbers, lists of text) and accessors read what callers branch on. {@link #restore(String,
 * String, Map)} builds the case again from what was sent as JSON.
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
        UnknownScheduleException,
        ScheduleExistsException,
        ThreadExistsException,
        ThreadBusyException,
        ThreadEndedException,
        GraphMismatchException,
        GraphChangedException,
        VersionMisfitException,
        NothingToResumeException,
        NotOfferedException,
        RuntimeUnavailableException,
        RuntimeClosedException,
        StateMissingException,
        WorkerLostException,
        TooLargeException,
        BlobUnavailableException,
        StoreUnavailableException,
        AgentUnavailableException,
        LimitReachedException,
        RequestRefusedException,
        UnknownAgentTaskException,
        InvalidInputException,
        EngineFailureException {
  /** The fact that says how long to wait, in milliseconds. */
  static final String RETRY_AFTER = "retryAfterMillis";

  private final transient Facts facts;

  GraphException(Facts facts, String template) {
    super(facts.fill(template));
    this.facts = facts;
  }

  final Facts facts() {
    return facts;
  }

  /**
   * Returns the facts of the case by name: text, numbers and lists of text only, sorted by name.
   */
  public final Map<String, Object> details() {
    return Collections.unmodifiableMap(facts.values());
  }

  /** Returns how long to wait before the same is asked again; empty where no time helps. */
  public final Optional<Duration> retryAfter() {
    return facts.values().containsKey(RETRY_AFTER)
        ? Optional.of(Duration.ofMillis(facts.number(RETRY_AFTER)))
        : Optional.empty();
  }

  /** Returns this failure with what led to it. */
  public final GraphException causedBy(Throwable cause) {
    initCause(cause);
    return this;
  }

  /** Returns the stable name of the case on the wire: its simple class name. */
  public final String type() {
    return getClass().getSimpleName();
  }

  /** Returns whether a node that fails so may succeed when it is tried again. */
  public boolean isWorthAnotherAttempt() {
    return false;
  }

  /**
   * Returns whether the runtime, a thread of it or its large values are away now, so that whoever
   * follows a run asks again.
   */
  public boolean isPassing() {
    return false;
  }

  /** Returns whether something is away that serves all threads, so that others fail likewise. */
  public boolean isOutage() {
    return false;
  }

  /**
   * Returns a failure of something inside the engine as a case: itself, if it is one.
   *
   * @param activity what was being done
   */
  public static GraphException explaining(String activity, Throwable failure) {
    return failure instanceof GraphException known
        ? known
        : new EngineFailureException(activity, failure);
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
    return ExceptionRegistry.restore(type, message, new Facts(details));
  }
}
