package io.evergraph.demo.airline;

import io.evergraph.error.GraphException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs recorded conversations through the airline agent on a runtime, and compares what comes out.
 *
 * <p>Each conversation is one thread, each of its user turns one input. Whatever the agent asks is
 * approved, as the recorded calls were made. With its last turn the thread ends. Model and tools
 * are a {@link ReplayServer} on this machine. A conversation passes when the recording is the exact
 * beginning of the thread's messages and nothing follows but the one empty answer with which the
 * replayed model closes a recording that stops before its turn.
 */
public final class ConversationReplay {
  private static final int DEFAULT_CONCURRENCY = 4;
  private static final Duration DEFAULT_LONGEST_TURN = Duration.ofMinutes(2);

  private final GraphRuntime runtime;
  private Optional<List<Conversation>> recordings = Optional.empty();
  private Optional<ReplayServer> service = Optional.empty();
  private int concurrency = DEFAULT_CONCURRENCY;
  private Duration longestTurn = DEFAULT_LONGEST_TURN;
  private Consumer<ReplayResult> listener = result -> {};

  private ConversationReplay(GraphRuntime runtime) {
    this.runtime = runtime;
  }

  /** Begins a replay. */
  public static ConversationReplay on(GraphRuntime runtime) {
    return new ConversationReplay(runtime);
  }

  /** Sets what model and tools say; by default, what is compared. */
  public ConversationReplay recordings(List<Conversation> spoken) {
    this.recordings = Optional.of(spoken);
    return this;
  }

  /**
   * Sets a running service that speaks for model and tools, and is left running; by default one is
   * started for the replay.
   */
  public ConversationReplay through(ReplayServer running) {
    this.service = Optional.of(running);
    return this;
  }

  /** Sets how many conversations run at once, 4 by default. */
  public ConversationReplay concurrency(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("Expected a concurrency of 1 or more, found " + threads);
    }
    this.concurrency = threads;
    return this;
  }

  /** Sets how long the agent may take to stop after an input or an answer, 2 minutes by default. */
  public ConversationReplay longestTurn(Duration limit) {
    this.longestTurn = limit;
    return this;
  }

  /**
   * Sets who is told of each conversation when it is over; in the order in which they end, and one
   * at a time.
   */
  public ConversationReplay listener(Consumer<ReplayResult> progress) {
    this.listener = progress;
    return this;
  }

  /**
   * Replays conversations and compares them.
   *
   * @throws IOException if the replay service cannot listen
   * @throws InterruptedException if the calling thread is interrupted; running threads go on
   */
  public ReplaySummary run(List<Conversation> conversations)
      throws IOException, InterruptedException {
    if (runtime.graphs().graphs().stream().noneMatch(it -> it.name().equals(AirlineAgent.NAME))) {
      runtime.graphs().register(AirlineAgent.graph());
    }
    if (service.isPresent()) {
      return run(conversations, service.get());
    }
    try (ReplayServer server = ReplayServer.start(recordings.orElse(conversations))) {
      return run(conversations, server);
    }
  }

  private ReplaySummary run(List<Conversation> conversations, ReplayServer server)
      throws InterruptedException {
    long begin = System.nanoTime();
    ExecutorService players = Executors.newFixedThreadPool(concurrency);
    try {
      List<ReplayResult> results = results(conversations, server, players);
      return new ReplaySummary(results, Duration.ofNanos(System.nanoTime() - begin));
    } finally {
      players.shutdownNow();
    }
  }

  private List<ReplayResult> results(
      List<Conversation> conversations, ReplayServer server, ExecutorService players)
      throws InterruptedException {
    List<Callable<ReplayResult>> all = new ArrayList<>();
    conversations.forEach(it -> all.add(() -> told(result(it, server))));
    List<ReplayResult> results = new ArrayList<>();
    for (Future<ReplayResult> one : players.invokeAll(all)) {
      results.add(resultOf(one));
    }
    return results;
  }

  private synchronized ReplayResult told(ReplayResult result) {
    listener.accept(result);
    return result;
  }

  private static ReplayResult resultOf(Future<ReplayResult> over) throws InterruptedException {
    try {
      return over.get();
    } catch (ExecutionException failure) {
      throw new IllegalStateException("The replay itself failed.", failure.getCause());
    }
  }

  private ReplayResult result(Conversation conversation, ReplayServer server) {
    long begin = System.nanoTime();
    ReplayComparison comparison = new ReplayComparison(conversation);
    Optional<String> mismatch = mismatch(conversation, comparison, server);
    return new ReplayResult(
        conversation.id(),
        mismatch.orElse(null),
        server.journal().modelCalls(conversation.id()).size(),
        conversation.modelAnswers(),
        comparison.closingAnswers(),
        Duration.ofNanos(System.nanoTime() - begin));
  }

  private Optional<String> mismatch(
      Conversation conversation, ReplayComparison comparison, ReplayServer server) {
    String url = server.conversationUrl(conversation.id()).toString();
    ConversationPlayer player =
        new ConversationPlayer(
            runtime,
            ThreadId.random(),
            conversation,
            Map.of(AirlineAgent.REPLAY_URL, url),
            longestTurn);
    try {
      return mismatch(player, comparison);
    } catch (TimeoutException | RuntimeException stopped) {
      return Optional.of(reason(stopped));
    }
  }

  private static String reason(Exception stopped) {
    return stopped instanceof TimeoutException || stopped instanceof GraphException
        ? String.valueOf(stopped.getMessage())
        : stopped + causeOf(stopped);
  }

  private static String causeOf(Exception stopped) {
    Throwable cause = stopped.getCause();
    return cause == null ? "" : ", caused by " + cause;
  }

  private static Optional<String> mismatch(ConversationPlayer player, ReplayComparison comparison)
      throws TimeoutException {
    int said = 0;
    while (said < comparison.wholeSize()) {
      RunResult stop = player.approve(player.sayAndLeave(said));
      List<RecordedMessage> soFar = ConversationPlayer.said(stop.state());
      Optional<String> mismatch = comparison.mismatch(soFar).or(() -> failure(stop));
      if (mismatch.isPresent()) {
        return mismatch;
      }
      if (soFar.size() <= said) {
        return Optional.of("message %d: expected it, found that the agent stops".formatted(said));
      }
      said = soFar.size();
    }
    return Optional.empty();
  }

  private static Optional<String> failure(RunResult stop) {
    return stop.status() == RunStatus.FINISHED
        ? Optional.empty()
        : Optional.of(
            stop.error()
                .map(Throwable::getMessage)
                .orElse("the run stopped with status " + stop.status()));
  }
}
