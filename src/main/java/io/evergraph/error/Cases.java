package io.evergraph.error;

import java.util.Map;
import java.util.function.Function;

/** The list of cases by their wire name: a new case is a class and a line here. */
final class Cases {
  private static final Map<String, Function<Facts, GraphException>> BY_NAME =
      Map.ofEntries(
          of(
              InvalidGraphException.class,
              facts -> new InvalidGraphException(facts.text("graph"), facts.texts("problems"))),
          of(
              UnknownChannelException.class,
              facts ->
                  new UnknownChannelException(
                      facts.text("channel"), facts.text("writer"), facts.texts("known"))),
          of(
              ConflictingWriteException.class,
              facts -> new ConflictingWriteException(facts.text("channel"), facts.texts("nodes"))),
          of(
              SubgraphBusyException.class,
              facts -> new SubgraphBusyException(facts.text("node"), facts.number("calls"))),
          of(
              ReducerException.class,
              facts ->
                  new ReducerException(
                      facts.text("channel"), facts.text("reducer"), facts.text("reason"))),
          of(
              InvalidValueException.class,
              facts ->
                  new InvalidValueException(
                      facts.text("channel"), facts.text("expected"), facts.text("found"))),
          of(
              MissingValueException.class,
              facts -> new MissingValueException(facts.text("channel"), facts.texts("present"))),
          of(
              UnknownTargetException.class,
              facts ->
                  new UnknownTargetException(
                      facts.text("node"), facts.text("target"), facts.texts("allowed"))),
          of(
              UnknownInterruptException.class,
              facts ->
                  new UnknownInterruptException(
                      facts.text("thread"), facts.text("interruptId"), facts.texts("open"))),
          of(
              QuestionExpiredException.class,
              facts ->
                  new QuestionExpiredException(
                      facts.text("node"), facts.text("interruptId"), facts.text("deadline"))),
          of(
              InvalidAnswerException.class,
              facts ->
                  new InvalidAnswerException(facts.text("interruptId"), facts.texts("problems"))),
          of(
              StepLimitException.class,
              facts ->
                  new StepLimitException((int) facts.number("limit"), facts.texts("nextNodes"))),
          of(
              TaskFailedException.class,
              facts ->
                  new TaskFailedException(
                      facts.text("node"),
                      facts.text("taskId"),
                      facts.text("errorType"),
                      facts.text("reason"),
                      (int) facts.number("attempts"))),
          of(
              NodeTimeoutException.class,
              facts ->
                  new NodeTimeoutException(
                      facts.text("node"), facts.text("kind"), facts.text("limit"))),
          of(
              JoinFailedException.class,
              facts ->
                  new JoinFailedException(
                      facts.text("join"),
                      (int) facts.number("needed"),
                      facts.texts("branches"),
                      facts.texts("failed"),
                      facts.text("reason"))),
          of(
              UnknownGraphException.class,
              facts -> new UnknownGraphException(facts.text("graph"), facts.texts("known"))),
          of(
              UnknownNodeException.class,
              facts -> new UnknownNodeException(facts.text("graph"), facts.text("node"))),
          of(
              UnknownTaskException.class,
              facts ->
                  new UnknownTaskException(
                      facts.text("thread"), facts.text("task"), facts.texts("pending"))),
          of(
              UnknownThreadException.class,
              facts -> new UnknownThreadException(facts.text("thread"))),
          of(
              UnknownRunException.class,
              facts -> new UnknownRunException(facts.text("thread"), facts.text("run"))),
          of(ThreadExistsException.class, facts -> new ThreadExistsException(facts.text("thread"))),
          of(
              ThreadBusyException.class,
              facts -> new ThreadBusyException(facts.text("thread"), facts.text("action"))),
          of(
              GraphMismatchException.class,
              facts ->
                  new GraphMismatchException(
                      facts.text("thread"), facts.text("bound"), facts.text("asked"))),
          of(
              VersionMisfitException.class,
              facts ->
                  new VersionMisfitException(
                      facts.text("thread"),
                      facts.text("graph"),
                      facts.text("version"),
                      facts.texts("misfits"))),
          of(ThreadEndedException.class, facts -> new ThreadEndedException(facts.text("thread"))),
          of(
              NothingToResumeException.class,
              facts -> new NothingToResumeException(facts.text("thread"), facts.text("action"))),
          of(
              NotOfferedException.class,
              facts ->
                  new NotOfferedException(
                      facts.text("action"), facts.text("runtime"), facts.text("remedy"))),
          of(
              RuntimeUnavailableException.class,
              facts -> new RuntimeUnavailableException(facts.text("target"), facts.text("reason"))),
          of(
              StateMissingException.class,
              facts ->
                  new StateMissingException(
                      facts.text("thread"), facts.number("checkpoint"), facts.text("reason"))),
          of(
              TooLargeException.class,
              facts ->
                  new TooLargeException(
                      facts.text("subject"),
                      facts.number("size"),
                      facts.number("limit"),
                      facts.text("remedy"))),
          of(
              BlobUnavailableException.class,
              facts -> new BlobUnavailableException(facts.text("reference"), facts.text("reason"))),
          of(
              InvalidInputException.class,
              facts ->
                  new InvalidInputException(
                      facts.text("subject"), facts.text("expected"), facts.text("found"))));

  private Cases() {}

  private static Map.Entry<String, Function<Facts, GraphException>> of(
      Class<? extends GraphException> type, Function<Facts, GraphException> maker) {
    return Map.entry(type.getSimpleName(), maker);
  }

  static GraphException restore(String type, String message, Facts facts) {
    Function<Facts, GraphException> maker = BY_NAME.get(type);
    return maker == null
        ? new InvalidInputException("a failure", "the name of a known case", type + ": " + message)
        : maker.apply(facts);
  }
}
