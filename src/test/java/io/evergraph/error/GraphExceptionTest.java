package io.evergraph.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GraphExceptionTest {
  /** What follows from the class or from several facts. */
  private static final Set<String> PREDICATES =
      Set.of("isWorthAnotherAttempt", "isPassing", "isOutage", "isLost");

  static Stream<GraphException> everyCase() {
    return Stream.concat(
        everyClass(),
        Stream.of(
            RuntimeUnavailableException.ofThread("127.0.0.1:7233", "thread", "it is stuck"),
            RuntimeUnavailableException.unanswered("127.0.0.1:7233", "agents", "no answer"),
            BlobUnavailableException.lost("0123", "gone")));
  }

  private static Stream<GraphException> everyClass() {
    return Stream.of(
        new InvalidGraphException("g", List.of("no edge leaves START", "b")),
        new UnknownChannelException("c", "node a", List.of("d")),
        new ConflictingWriteException("c", List.of("a", "b")),
        new SubgraphBusyException("s", 2),
        new ReducerException("c", "append", "reason"),
        new EngineFailureException("go on", new IllegalStateException("reason")),
        new InvalidValueException("c", "a text", "a number"),
        new MissingValueException("c", List.of("d")),
        new UnknownTargetException("a", "x", List.of("b")),
        new UnknownInterruptException("t", "i", List.of("j")),
        new InvalidAnswerException("i", List.of("too long")),
        new StepLimitException(64, List.of("a")),
        new TaskFailedException("a", "task", "java.io.IOException", "gone", 3),
        new NodeTimeoutException("a", NodeTimeoutException.Kind.SILENCE, Duration.ofSeconds(2)),
        new QuestionExpiredException("a", "0123", "2026-01-01T00:00:00Z"),
        new JoinFailedException("j", 1, List.of("a", "b"), List.of("a", "b"), "gone"),
        new UnknownGraphException("g", List.of("h")),
        new UnknownNodeException("g", "a"),
        new UnknownNodeException("g", "a", List.of("b")),
        new UnknownTaskException("t", "k", List.of("l", "m")),
        new UnknownThreadException("t"),
        new UnknownRunException("t", "r"),
        new ThreadExistsException("t"),
        new ThreadBusyException("t", "a new input"),
        new GraphMismatchException("t", "g", "h"),
        new GraphChangedException("t", "refunds", "2", "0a1b", "2c3d"),
        new VersionMisfitException("t", "refunds", "2", List.of("node 'pay' is not there")),
        new ThreadEndedException("t"),
        new NothingToResumeException("t", "a retry", "a failed task"),
        new NothingToResumeException("t", "a skip", List.of("'k' (node 'a')")),
        new NotOfferedException("pause of a single task", "the memory runtime", "Wait."),
        new RuntimeUnavailableException("127.0.0.1:7233", "refused"),
        new RuntimeClosedException("memory"),
        new StateMissingException("t", 7, "no worker"),
        new WorkerLostException("a", 5),
        new TooLargeException("the input", 3_000_000_000L, 256_000, "Send less."),
        new BlobUnavailableException("0123", "gone"),
        new StoreUnavailableException("'k'", "gone"),
        new AgentUnavailableException("a", Duration.ofSeconds(30)),
        new LimitReachedException(
            LimitReachedException.Rule.USER_RATE, "u", 30, Duration.ofSeconds(9)),
        new RequestRefusedException("a", "budget", "nothing is left", Duration.ofMinutes(1)),
        new UnknownAgentTaskException("t"),
        new UnknownScheduleException("s"),
        new ScheduleExistsException("s"),
        new InvalidInputException("the body", "an object", "a list"));
  }

  @Test
  void shouldCoverTheWholeFamilyWhenCasesAreListed() {
    Set<Class<?>> covered = new HashSet<>();
    everyCase().forEach(known -> covered.add(known.getClass()));

    assertThat(covered).containsExactlyInAnyOrder(GraphException.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void shouldBeTheSameCaseAgainWhenRestoredFromItsDetails(GraphException original) {
    GraphException restored =
        GraphException.restore(original.type(), "fallback", original.details());

    assertThat(restored).hasSameClassAs(original).hasMessage(original.getMessage());
    assertThat(restored.details()).isEqualTo(original.details());
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void shouldSaySomethingUsefulWhenItsFactsAreLost(GraphException original) {
    GraphException restored = GraphException.restore(original.type(), "fallback", Map.of());

    assertThat(restored).hasSameClassAs(original);
    assertThat(restored.getMessage()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void shouldNameEveryFactInItsMessage(GraphException known) {
    assertThat(known.details()).isNotEmpty();
    known.details().values().stream()
        .flatMap(fact -> fact instanceof List<?> many ? many.stream() : Stream.of(fact))
        .forEach(part -> assertThat(known.getMessage()).contains(String.valueOf(part)));
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void shouldReadItsFactsByAccessors(GraphException known) throws Exception {
    for (var accessor : known.getClass().getDeclaredMethods()) {
      if (Modifier.isPublic(accessor.getModifiers())
          && !Modifier.isStatic(accessor.getModifiers())
          && !PREDICATES.contains(accessor.getName())) {
        assertThat(known.details()).containsEntry(accessor.getName(), accessor.invoke(known));
      }
    }
  }

  @Test
  void shouldSayWhatIsOpenWhenAnAnswerFindsNoQuestion() {
    assertThat(new UnknownInterruptException("t", "-", List.of()))
        .hasMessageStartingWith(
            "Expected an open question in thread 't' but found none. It has been answered before");
    assertThat(new UnknownInterruptException("t", "i", List.of()))
        .hasMessageContaining("but found none; 'i' is not open.");
    assertThat(new UnknownInterruptException("t", "-", List.of("j", "k")))
        .hasMessageContaining("one of [j, k], but found an answer that names none.");
  }

  @Test
  void shouldListDetailsInOneOrderWhenWrittenByAnyProcess() {
    assertThat(new GraphMismatchException("t", "g", "h").details().keySet())
        .containsExactly("asked", "bound", "thread");
  }

  @Test
  void shouldNotChangeWhenTheListItWasMadeFromChanges() {
    List<String> nodes = new ArrayList<>(Arrays.asList("a", "b"));
    ConflictingWriteException conflict = new ConflictingWriteException("c", nodes);

    nodes.clear();

    assertThat(conflict.details()).containsEntry("nodes", List.of("a", "b"));
  }

  @Test
  void shouldQuoteTypeAndMessageWhenNoCaseFits() {
    GraphException restored = GraphException.restore("Unheard", "of this", Map.of());

    assertThat(restored)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Unheard: of this");
  }
}
