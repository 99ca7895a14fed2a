package io.evergraph.bench.floor;

import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class WorkflowsByHand {
  private WorkflowsByHand() {}

  static Class<?>[] all() {
    return new Class<?>[] {Chain.class, FanOut.class, Chat.class, Approval.class, Session.class};
  }

  /** One step after the other. */
  public static final class Chain implements Workflows.Chain {
    @Override
    public int run(int steps, Placed placed) {
      Steps stub = placed.steps();
      int count = 0;
      while (count < steps) {
        count = stub.countOn(count);
      }
      return count;
    }
  }

  /** All steps at once. */
  public static final class FanOut implements Workflows.FanOut {
    @Override
    public List<Integer> run(int width, Placed placed) {
      Steps stub = placed.steps();
      stub.begin();
      List<Promise<Integer>> working = new ArrayList<>();
      for (int item = 0; item < width; item++) {
        working.add(Async.function(stub::work, item));
      }
      List<Integer> items = new ArrayList<>();
      working.forEach(one -> items.add(one.get()));
      items.add(stub.count(List.copyOf(items)));
      return items;
    }
  }

  /** Hands the whole chat to each call of the model, as a model needs it. */
  public static final class Chat implements Workflows.Chat {
    @Override
    public int run(ChatMessage question, Placed placed) {
      Steps stub = placed.steps();
      List<ChatMessage> chat = new ArrayList<>(List.of(question));
      ChatMessage said = stub.ask(chat);
      chat.add(said);
      while (said.call() != null) {
        chat.add(stub.look(said.call()));
        said = stub.ask(chat);
        chat.add(said);
      }
      return chat.size();
    }
  }

  /** Asks, waits, and does what was decided. */
  public static final class Approval implements Workflows.Approval {
    private String question = "";
    private @Nullable String answer;

    @Override
    public String run(Placed placed) {
      Steps stub = placed.steps();
      question = stub.question();
      Workflow.await(() -> answer != null);
      return stub.decide(String.valueOf(answer));
    }

    @Override
    public String question() {
      return question;
    }

    @Override
    public void answer(String given) {
      answer = given;
    }
  }

  /** Does what the others do, as often as it is asked to. */
  public static final class Session implements Workflows.Session {
    @Override
    public void run() {
      Workflow.await(() -> false);
    }

    @Override
    public int chain(int steps, Placed placed) {
      return new Chain().run(steps, placed);
    }

    @Override
    public List<Integer> fanOut(int width, Placed placed) {
      return new FanOut().run(width, placed);
    }

    @Override
    public int chat(ChatMessage question, Placed placed) {
      return new Chat().run(question, placed);
    }

    @Override
    public String ask(Placed placed) {
      return placed.steps().question();
    }

    @Override
    public String answer(String answer, Placed placed) {
      return placed.steps().decide(answer);
    }
  }
}
