package io.evergraph.bench.floor;

import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;

/** The interfaces of the hand-written workflows. */
public final class Workflows {
  private Workflows() {}

  /** Steps one after the other. */
  @WorkflowInterface
  public interface Chain {
    /**
     * Counts.
     *
     * @param steps how far
     */
    @WorkflowMethod
    int run(int steps, Placed placed);
  }

  /** Steps side by side, then one that sees what all of them found. */
  @WorkflowInterface
  public interface FanOut {
    /**
     * Works on items.
     *
     * @param width how many there are
     * @return the items, then their number
     */
    @WorkflowMethod
    List<Integer> run(int width, Placed placed);
  }

  /** A model that calls a tool until it is done. */
  @WorkflowInterface
  public interface Chat {
    /** Returns how many messages there are in the end. */
    @WorkflowMethod
    int run(ChatMessage question, Placed placed);
  }

  /** Stays open and works on what it is sent; the updates return what came of it. */
  @WorkflowInterface
  public interface Session {
    /** Waits for work. */
    @WorkflowMethod
    void run();

    /** Counts as {@link Chain} does. */
    @UpdateMethod
    int chain(int steps, Placed placed);

    /** Works on items as {@link FanOut} does. */
    @UpdateMethod
    List<Integer> fanOut(int width, Placed placed);

    /** Chats as {@link Chat} does. */
    @UpdateMethod
    int chat(ChatMessage question, Placed placed);

    /** Returns the question to somebody. */
    @UpdateMethod
    String ask(Placed placed);

    /** Does what was decided. */
    @UpdateMethod
    String answer(String answer, Placed placed);
  }

  /** A step that asks somebody, and one that does what was decided. */
  @WorkflowInterface
  public interface Approval {
    /** Returns what came of the answer. */
    @WorkflowMethod
    String run(Placed placed);

    /** Returns the open question; empty until it is asked. */
    @QueryMethod
    String question();

    /** Takes the answer. */
    @UpdateMethod
    void answer(String answer);
  }
}
