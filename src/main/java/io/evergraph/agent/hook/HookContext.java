package io.evergraph.agent.hook;

import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.graph.Store;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a part of a hook sees and may ask for. One per task and hook. */
public final class HookContext {
  private final HookTask task;
  private final String hook;

  HookContext(HookTask task, String hook) {
    this.task = task;
    this.hook = hook;
  }

  /**
   * Returns the state, with what hooks have written in this task; around a tool, only the call that
   * the task makes.
   */
  public State state() {
    return task.state();
  }

  /** Returns the chat; empty around a tool. */
  public List<Message> messages() {
    return task.messages();
  }

  /** Returns the channel of the chat, to write to. */
  public ListChannel<Message> chat() {
    return task.chat();
  }

  /**
   * Asks a person and returns the answer: the run waits, and then the task runs again from its
   * first line.
   *
   * @throws LateQuestionException in the task of a model or tool that has been called
   */
  public <T> T ask(Question<T> question) {
    if (task.isOver()) {
      throw new LateQuestionException(hook, node().node());
    }
    return node().interrupt(task.nextQuestion(hook), question);
  }

  /**
   * Writes to the state when the task ends; for around parts, the others return what they write.
   */
  public void write(StateUpdate update) {
    task.write(update, hook);
  }

  /** Returns the thread that the run belongs to. */
  public String thread() {
    return node().thread();
  }

  /** Returns what the caller passed with the run: plain values by name. */
  public Map<String, Object> runContext() {
    return node().runContext();
  }

  /** Returns the memory that outlives threads. */
  public Store store() {
    return node().store();
  }

  /** Returns a key that is the same in every attempt of this task, for side effects. */
  public String idempotencyKey() {
    return node().idempotencyKey();
  }

  /**
   * Asks a model beside the chat.
   *
   * @return the answer, or the message that ends the turn; empty where a limit is reached
   */
  Optional<Message.Assistant> sideCall(ModelSource model, String instruction, String text) {
    return task.sideCalls()
        .ask(model, ModelRequest.of(instruction, List.of(Message.user(text)), List.of()), task);
  }

  /** Returns the context of the node whose task this is, for models and services. */
  NodeContext node() {
    return task.node();
  }
}
