package io.evergraph.error;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The list of cases by their wire name: a new case is a class and a line here. */
final class Cases {
  private static final Map<String, Function<Facts, GraphException>> BY_NAME = new HashMap<>();

  static {
    add(
        InvalidGraphException.class,
        facts -> new InvalidGraphException(facts.text("graph"), facts.texts("problems")));
    add(
        UnknownChannelException.class,
        facts ->
            new UnknownChannelException(
                facts.text("channel"), facts.text("writer"), facts.texts("known")));
    add(
        ConflictingWriteException.class,
        facts -> new ConflictingWriteException(facts.text("channel"), facts.texts("nodes")));
    add(
        ReducerException.class,
        facts ->
            new ReducerException(
                facts.text("channel"), facts.text("reducer"), facts.text("reason")));
    add(
        InvalidValueException.class,
        facts ->
            new InvalidValueException(
                facts.text("channel"), facts.text("expected"), facts.text("found")));
    add(
        MissingValueException.class,
        facts -> new MissingValueException(facts.text("channel"), facts.texts("present")));
    add(
        UnknownTargetException.class,
        facts ->
            new UnknownTargetException(
                facts.text("node"), facts.text("target"), facts.texts("allowed")));
    add(
        UnknownInterruptException.class,
        facts ->
            new UnknownInterruptException(
                facts.text("thread"), facts.text("interruptId"), facts.texts("open")));
    add(
        InvalidAnswerException.class,
        facts -> new InvalidAnswerException(facts.text("interruptId"), facts.texts("problems")));
    add(
        StepLimitException.class,
        facts -> new StepLimitException((int) facts.number("limit"), facts.texts("nextNodes")));
    add(
        TaskFailedException.class,
        facts ->
            new TaskFailedException(
                facts.text("node"),
                facts.text("taskId"),
                facts.text("errorType"),
                facts.text("reason"),
                (int) facts.number("attempts")));
    add(
        UnknownGraphException.class,
        facts -> new UnknownGraphException(facts.text("graph"), facts.texts("known")));
    add(
        UnknownNodeException.class,
        facts -> new UnknownNodeException(facts.text("graph"), facts.text("node")));
    add(UnknownThreadException.class, facts -> new UnknownThreadException(facts.text("thread")));
    add(ThreadExistsException.class, facts -> new ThreadExistsException(facts.text("thread")));
    add(
        ThreadBusyException.class,
        facts -> new ThreadBusyException(facts.text("thread"), facts.text("action")));
    add(
        GraphMismatchException.class,
        facts ->
            new GraphMismatchException(
                facts.text("thread"), facts.text("bound"), facts.text("asked")));
    add(
        NothingToResumeException.class,
        facts -> new NothingToResumeException(facts.text("thread"), facts.text("action")));
    add(
        RuntimeUnavailableException.class,
        facts -> new RuntimeUnavailableException(facts.text("target"), facts.text("reason")));
    add(
        StateMissingException.class,
        facts ->
            new StateMissingException(
                facts.text("thread"), facts.number("checkpoint"), facts.text("reason")));
    add(
        TooLargeException.class,
        facts ->
            new TooLargeException(
                facts.text("subject"), facts.number("size"), facts.number("limit")));
    add(
        InvalidInputException.class,
        facts ->
            new InvalidInputException(
                facts.text("subject"), facts.text("expected"), facts.text("found")));
  }

  private Cases() {}

  private static void add(
      Class<? extends GraphException> type, Function<Facts, GraphException> maker) {
    BY_NAME.put(type.getSimpleName(), maker);
  }

  static GraphException restore(String type, String message, Facts facts) {
    Function<Facts, GraphException> maker = BY_NAME.get(type);
    return maker == null
        ? new InvalidInputException("a failure", "the name of a known case", type + ": " + message)
        : maker.apply(facts);
  }
}
