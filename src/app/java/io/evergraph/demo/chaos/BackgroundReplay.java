package io.evergraph.demo.chaos;

import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationReplay;
import io.evergraph.demo.airline.ReplayResult;
import io.evergraph.demo.airline.ReplaySummary;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

final class BackgroundReplay implements AutoCloseable {
  private final List<Conversation> conversations;
  private final Map<String, ReplayResult> over = new ConcurrentHashMap<>();
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private final Future<ReplaySummary> replay;

  BackgroundReplay(ConversationReplay how, List<Conversation> conversations) {
    this.conversations = conversations;
    ConversationReplay told = how.listener(result -> over.put(result.conversation(), result));
    this.replay = executor.submit(() -> told.run(conversations));
  }

  int size() {
    return conversations.size();
  }

  int done() {
    return over.size();
  }

  boolean endsWithin(Duration time) throws InterruptedException {
    try {
      ReplaySummary unused = replay.get(time.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException goesOn) {
      return false;
    } catch (ExecutionException failure) {
      throw new IllegalStateException("The replay itself failed.", failure.getCause());
    }
  }

  /** Returns how each conversation went, in their order; one that still runs has failed. */
  List<ReplayResult> results() {
    return conversations.stream()
        .map(it -> Optional.ofNullable(over.get(it.id())).orElseGet(() -> unfinished(it)))
        .toList();
  }

  private static ReplayResult unfinished(Conversation conversation) {
    return new ReplayResult(
        conversation.id(),
        "not over when the time was up",
        0,
        conversation.modelAnswers(),
        conversation.endsOpen() ? 1 : 0,
        Duration.ZERO);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
