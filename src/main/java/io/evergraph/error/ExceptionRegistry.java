package io.evergraph.error;

import java.util.Map;
import java.util.function.Function;

/** The cases by their wire name: a new case is a class and a line here. */
final class ExceptionRegistry {
  private static final Map<String, Function<Facts, GraphException>> BY_NAME =
      Map.ofEntries(
          of(InvalidGraphException.class, InvalidGraphException::new),
          of(UnknownChannelException.class, UnknownChannelException::new),
          of(ConflictingWriteException.class, ConflictingWriteException::new),
          of(SubgraphBusyException.class, SubgraphBusyException::new),
          of(ReducerException.class, ReducerException::new),
          of(EngineFailureException.class, EngineFailureException::new),
          of(InvalidValueException.class, InvalidValueException::new),
          of(MissingValueException.class, MissingValueException::new),
          of(UnknownTargetException.class, UnknownTargetException::new),
          of(UnknownInterruptException.class, UnknownInterruptException::new),
          of(QuestionExpiredException.class, QuestionExpiredException::new),
          of(InvalidAnswerException.class, InvalidAnswerException::new),
          of(StepLimitException.class, StepLimitException::new),
          of(TaskFailedException.class, TaskFailedException::new),
          of(NodeTimeoutException.class, NodeTimeoutException::new),
          of(JoinFailedException.class, JoinFailedException::new),
          of(UnknownGraphException.class, UnknownGraphException::new),
          of(UnknownNodeException.class, UnknownNodeException::new),
          of(UnknownTaskException.class, UnknownTaskException::new),
          of(UnknownThreadException.class, UnknownThreadException::new),
          of(UnknownRunException.class, UnknownRunException::new),
          of(UnknownScheduleException.class, UnknownScheduleException::new),
          of(ScheduleExistsException.class, ScheduleExistsException::new),
          of(ThreadExistsException.class, ThreadExistsException::new),
          of(ThreadBusyException.class, ThreadBusyException::new),
          of(ThreadEndedException.class, ThreadEndedException::new),
          of(GraphMismatchException.class, GraphMismatchException::new),
          of(GraphChangedException.class, GraphChangedException::new),
          of(VersionMisfitException.class, VersionMisfitException::new),
          of(NothingToResumeException.class, NothingToResumeException::new),
          of(NotOfferedException.class, NotOfferedException::new),
          of(RuntimeUnavailableException.class, RuntimeUnavailableException::new),
          of(RuntimeClosedException.class, RuntimeClosedException::new),
          of(StateMissingException.class, StateMissingException::new),
          of(WorkerLostException.class, WorkerLostException::new),
          of(TooLargeException.class, TooLargeException::new),
          of(BlobUnavailableException.class, BlobUnavailableException::new),
          of(StoreUnavailableException.class, StoreUnavailableException::new),
          of(AgentUnavailableException.class, AgentUnavailableException::new),
          of(LimitReachedException.class, LimitReachedException::new),
          of(RequestRefusedException.class, RequestRefusedException::new),
          of(UnknownAgentTaskException.class, UnknownAgentTaskException::new),
          of(InvalidInputException.class, InvalidInputException::new));

  private ExceptionRegistry() {}

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
