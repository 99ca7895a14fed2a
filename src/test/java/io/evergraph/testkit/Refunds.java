package io.evergraph.testkit;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.ChatModel;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** What the tests of the test kit try it on. */
final class Refunds {
  static final Channel<Integer> AMOUNT = Channel.of("amount", Integer.class);
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private Refunds() {}

  static final class Tools {
    @Tool("Finds an order")
    String order(@P("the number") String number) {
      return "Order " + number + ": 250 euros";
    }

    @Tool("Pays money back")
    String refund(@P("the order") String order, @P("euros") int amount) {
      return "Paid " + amount;
    }
  }

  static Graph agent(ChatModel model) {
    return ReactAgent.of("support", ModelSource.of(model))
        .tools(Toolset.from(new Tools()))
        .approve("refund")
        .build();
  }

  /** Asks for two days, then goes to {@code late}. */
  static Graph graph(AtomicInteger attempts) {
    return Graph.builder("refunds")
        .channels(AMOUNT, LOG)
        .node("assess", context -> Command.update(LOG, "assessed"))
        .node(
            "ask",
            context -> {
              Question<Object> question =
                  Question.of("Refund?").expiresAfter(Duration.ofDays(2)).otherwiseGoTo("late");
              return Command.update(LOG, "answer " + context.interrupt(question));
            })
        .node("late", context -> Command.update(LOG, "late"))
        .node(
            "pay",
            context -> {
              if (attempts.incrementAndGet() < 3) {
                throw new IOException("no line");
              }
              return Command.update(LOG, "paid");
            })
        .edge(START, "assess")
        .route("assess", state -> state.get(AMOUNT) > 100 ? "ask" : "pay", "ask", "pay")
        .edge("ask", "pay")
        .ends("ask", "late")
        .edge("pay", END)
        .build();
  }
}
