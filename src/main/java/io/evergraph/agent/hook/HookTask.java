package io.evergraph.agent.hook;

import io.evergraph.graph.Command;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.runtime.thread.Identities;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The hooks of one task: what they wrote so far, and what they see of it. */
final class HookTask {
  private static final ListChannel<Message> NO_CHAT = Messages.channel("agent.none");

  /** What was done when a hook sent the turn back to work the last time. */
  static final Channel<String> SENT_BACK = Channel.of("agent.sentBack", String.class);

  private static final String WRITES = "hooks";

  private final NodeContext node;
  private final ListChannel<Message> chat;
  private final SideCalls sideCalls;
  private final StateSchema schema;
  private final Map<String, Integer> questions = new HashMap<>();
  private State state;
  private Consumer<StateUpdate> elsewhere = update -> {};
  private StateUpdate written = StateUpdate.empty();
  private boolean over;
  private int ids;
  private int writes;

  HookTask(NodeContext node, ListChannel<Message> chat, SideCalls sideCalls, StateSchema schema) {
    this.node = node;
    this.chat = chat;
    this.sideCalls = sideCalls;
    this.schema = schema;
    this.state = node.state();
  }

  /** Returns how hooks see what is written: others may write to more channels than these. */
  static StateSchema schema(Stream<? extends Channel<?>> channels) {
    return StateSchema.of(
        Stream.concat(channels, Stream.of(TotalUsage.TOKENS, TotalUsage.COST)).toList(),
        Openness.ANY);
  }

  /** Returns the task of a tool's call: what hooks write is written with its result. */
  static HookTask ofTool(ToolContext context, StateSchema schema) {
    HookTask task = new HookTask(context.node(), NO_CHAT, SideCalls.NONE, schema);
    task.elsewhere = context::write;
    task.over = context.hasRun();
    return task;
  }

  NodeContext node() {
    return node;
  }

  ListChannel<Message> chat() {
    return chat;
  }

  SideCalls sideCalls() {
    return sideCalls;
  }

  State state() {
    return state;
  }

  List<Message> messages() {
    return state.find(chat).orElse(List.of());
  }

  /** Says that what the task calls is being called: questions come too late from now on. */
  void call() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  /** Returns the key of the next question of a hook, whatever others ask before it. */
  String nextQuestion(String hook) {
    return hook + "#" + (questions.merge(hook, 1, Integer::sum) - 1);
  }

  /** Messages without ids get them here, so that none takes the place of another in the chat. */
  void write(StateUpdate update, String writer) {
    elsewhere.accept(update);
    String origin = ContentHash.uuid(node.idempotencyKey(), WRITES, writes++);
    List<Write> given = Identities.given(update.writes(), origin);
    written = written.and(new StateUpdate(given));
    state = schema.apply(state, List.of(new TaskWrites(writer, given)));
  }

  /** Writes what a part of a hook wants. */
  void take(HookResult result, String hook) {
    write(result.update(), hook);
    for (Message message : result.said()) {
      Message named =
          message
              .withMetadata(Message.SOURCE, hook)
              .withId(ContentHash.uuid(node.idempotencyKey(), hook, ids++));
      write(StateUpdate.of(chat, named), hook);
    }
  }

  /** Returns whether a hook has sent the turn back to work, and no work was done since. */
  boolean isBackInVain() {
    return state.find(SENT_BACK).filter(workSoFar()::equals).isPresent();
  }

  /** Notes that a hook sends the turn back to work. */
  void sendBack(String hook) {
    write(StateUpdate.of(SENT_BACK, workSoFar()), hook);
  }

  private String workSoFar() {
    return node.turnId() + "#" + AgentUsage.of(state, node.turnId()).calls();
  }

  /**
   * Writes results of the calls that are open, where the turn goes on or ends without them.
   *
   * @param closing returns the chat with results: the calls may come from a run that was cancelled
   */
  void closeCalls(UnaryOperator<List<Message>> closing, String writer) {
    List<Message> paired = closing.apply(messages());
    if (!paired.equals(messages())) {
      write(StateUpdate.overwrite(chat, paired), writer);
    }
  }

  Command command() {
    return Command.update(written);
  }
}
