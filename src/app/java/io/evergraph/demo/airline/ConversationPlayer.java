package io.evergraph.demo.airline;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.evergraph.agent.ReactAgent;
import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.User;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Answer;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Plays the user of a recorded conversation on a thread of the airline agent.
 *
 * <p>A turn is everything that the recorded user says in a row: one input. Where the model spoke
 * twice in a row, the input between is empty.
 */
record ConversationPlayer(
    GraphRuntime runtime,
    ThreadId thread,
    Conversation conversation,
    Map<String, Object> context,
    Duration longestTurn) {
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final Map<String, Object> APPROVE = Map.of("type", "approve");

  List<Integer> turns() {
    List<RecordedMessage> messages = conversation.messages();
    return IntStream.range(0, messages.size())
        .filter(i -> messages.get(i) instanceof User)
        .filter(i -> i == 0 || !(messages.get(i - 1) instanceof User))
        .boxed()
        .toList();
  }

  /** Says what the user says from a position on, and waits until the agent stops or asks. */
  RunResult say(int position) throws TimeoutException {
    return say(position, options());
  }

  /** Says the same, and lets the thread end with what follows where nothing is left to say. */
  RunResult sayAndLeave(int position) throws TimeoutException {
    return say(position, isLastTurn(position) ? options().alone() : options());
  }

  private RunOptions.Builder options() {
    return RunOptions.builder().context(context).tags(List.of(conversation.id()));
  }

  private RunResult say(int position, RunOptions.Builder given) throws TimeoutException {
    StateUpdate turn = turn(position);
    RunOptions options = given.build();
    return stopped(() -> runtime.start(AirlineAgent.NAME, thread, turn, options));
  }

  /** A turn ends where the model calls nothing. */
  private boolean isLastTurn(int position) {
    List<RecordedMessage> messages = conversation.messages();
    return IntStream.range(position, messages.size() - 1)
        .mapToObj(messages::get)
        .noneMatch(message -> message instanceof Assistant answer && answer.calls().isEmpty());
  }

  private StateUpdate turn(int position) {
    Message[] words =
        usersFrom(position).stream()
            .map(user -> Message.user(user.content()))
            .toArray(Message[]::new);
    return words.length == 0 ? StateUpdate.empty() : StateUpdate.of(ReactAgent.MESSAGES, words);
  }

  private List<User> usersFrom(int position) {
    List<User> users = new ArrayList<>();
    List<RecordedMessage> messages = conversation.messages();
    for (int i = position; i < messages.size(); i++) {
      if (!(messages.get(i) instanceof User user)) {
        return users;
      }
      users.add(user);
    }
    return users;
  }

  RunResult approve(RunResult asking) throws TimeoutException {
    RunResult result = asking;
    while (result.status() == RunStatus.WAITING) {
      String runId = TimeOrderedId.next();
      List<Answer> answers =
          result.interrupts().stream().map(question -> Answer.to(question.id(), APPROVE)).toList();
      result = stopped(() -> runtime.answer(thread, runId, answers));
    }
    return result;
  }

  /** Sends a message, again with the same id while nobody takes it, and waits for its run. */
  private RunResult stopped(Supplier<RunHandle> message) throws TimeoutException {
    RetryPolicy<RunHandle> untilTaken =
        RetryPolicy.<RunHandle>builder()
            .handle(RuntimeUnavailableException.class)
            .withDelay(PAUSE)
            .withMaxRetries(-1)
            .withMaxDuration(longestTurn)
            .build();
    long begun = System.nanoTime();
    RunHandle run = Failsafe.with(untilTaken).get(message::get);
    return run.await(longestTurn.minusNanos(System.nanoTime() - begun));
  }

  static List<RecordedMessage> said(State state) {
    return state.find(ReactAgent.MESSAGES).orElse(List.of()).stream()
        .filter(message -> !(message instanceof Message.Instruction))
        .map(ConversationPlayer::recorded)
        .toList();
  }

  private static RecordedMessage recorded(Message message) {
    return message.match(
        user -> new User(user.text()),
        instruction -> {
          throw new IllegalArgumentException("Recordings hold no instructions");
        },
        ConversationPlayer::assistant,
        tool -> new RecordedMessage.Tool(tool.callId(), tool.name(), tool.text()));
  }

  private static RecordedMessage assistant(Message.Assistant message) {
    List<RecordedCall> calls =
        message.toolCalls().stream()
            .map(call -> new RecordedCall(call.id(), call.name(), call.arguments()))
            .toList();
    return new Assistant(message.text(), calls);
  }
}
