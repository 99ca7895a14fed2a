package io.evergraph.demo.airline;

import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of the airline agent that waits for a person, for the first look at a running server.
 *
 * <p>A bundled conversation is played until the agent asks whether it may cancel a reservation.
 * Without a model in the environment, a {@link ReplayServer} speaks for model and tools; it must
 * run for as long as somebody may answer. On a durable runtime the thread outlives the process: a
 * later start with the same port finds it waiting and leaves it as it is.
 */
public final class AirlineDemo implements AutoCloseable {
  /** The port on which the demo's replay service listens unless told otherwise. */
  public static final int DEFAULT_REPLAY_PORT = 8089;

  private static final Logger LOG = LoggerFactory.getLogger(AirlineDemo.class);
  private static final String THREAD = "airline-demo";
  private static final Duration LONGEST_TURN = Duration.ofSeconds(60);

  private final GraphRuntime runtime;
  private final ReplayServer server;
  private final Conversation conversation;
  private final ThreadId thread;

  private AirlineDemo(
      GraphRuntime runtime, ReplayServer server, Conversation conversation, ThreadId thread) {
    this.runtime = runtime;
    this.server = server;
    this.conversation = conversation;
    this.thread = thread;
  }

  /**
   * Starts the demo and returns when the agent waits for an answer, or has nothing to ask.
   *
   * @param replayPort where the replay service listens; another free port where that is taken
   * @param others conversations of other agents that the service replays, too
   * @throws IOException if the replay service cannot listen
   */
  public static AirlineDemo start(
      GraphRuntime runtime,
      int replayPort,
      Map<String, String> environment,
      List<Conversation> others)
      throws IOException {
    List<Conversation> conversations = ConversationFile.resource(BundledResults.RESOURCE);
    ReplayServer server =
        listening(Stream.concat(conversations.stream(), others.stream()).toList(), replayPort);
    AirlineDemo demo = new AirlineDemo(runtime, server, conversations.get(0), openThread(runtime));
    if (demo.question().isEmpty()) {
      demo.play(RecordedModels.isNamedIn(environment) ? Map.of() : demo.replayContext());
    }
    return demo;
  }

  private static ReplayServer listening(List<Conversation> conversations, int port)
      throws IOException {
    try {
      return ReplayServer.start(conversations, port);
    } catch (BindException taken) {
      return ReplayServer.start(conversations);
    }
  }

  /** The first thread of the demo's name that is not there yet, or still waits. */
  private static ThreadId openThread(GraphRuntime runtime) {
    ThreadId thread = ThreadId.of(THREAD);
    for (int number = 2; isUsedUp(runtime, thread); number++) {
      thread = ThreadId.of(THREAD + "-" + number);
    }
    return thread;
  }

  private static boolean isUsedUp(GraphRuntime runtime, ThreadId thread) {
    try {
      return runtime.snapshot(thread).interrupts().isEmpty();
    } catch (UnknownThreadException isFree) {
      return false;
    }
  }

  private Map<String, Object> replayContext() {
    return Map.of(AirlineAgent.REPLAY_URL, server.conversationUrl(conversation.id()).toString());
  }

  private void play(Map<String, Object> context) {
    ConversationPlayer player =
        new ConversationPlayer(runtime, thread, conversation, context, LONGEST_TURN);
    try {
      for (int turn : player.turns()) {
        if (say(player, turn) != RunStatus.FINISHED) {
          return;
        }
      }
    } catch (TimeoutException slow) {
      LOG.warn("The demo's agent is slow: {}", slow.getMessage());
    }
  }

  private RunStatus say(ConversationPlayer player, int turn) throws TimeoutException {
    RunResult result = player.say(turn);
    result
        .error()
        .ifPresent(failure -> LOG.warn("The demo's agent has failed: {}", failure.getMessage()));
    return result.status();
  }

  /** Returns the URL below which the recorded conversations are replayed. */
  public URI replayUrl() {
    return server.url();
  }

  /** Returns the thread. */
  public ThreadId thread() {
    return thread;
  }

  /** Returns what the agent asks now; empty when nothing is open. */
  public Optional<Interrupt> question() {
    try {
      return runtime.snapshot(thread).interrupts().stream().findFirst();
    } catch (UnknownThreadException notYet) {
      return Optional.empty();
    }
  }

  /** Stops the replay service. The thread stays where it is. */
  @Override
  public void close() {
    server.close();
  }
}
