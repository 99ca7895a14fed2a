package io.evergraph.contract;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Match;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.Route;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The graphs that the suites run. */
final class Graphs {
  static final Channel<String> VALUE = Channel.of("value", String.class);
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  static final Channel<Integer> COUNT = Channel.of("count", Integer.class);
  static final Channel<Integer> TOTAL = Channel.of("total", Integer.class);
  static final Channel<Map<String, Object>> FACTS = Channel.merge("facts");
  static final Channel<Offer> OFFER = Channel.of("offer", Offer.class);
  static final ListChannel<String> SUBJECTS = ListChannel.append("subjects", String.class);
  static final Channel<String> SUBJECT = Channel.of("subject", String.class);

  static final NodePolicy QUICK =
      NodePolicy.builder()
          .retry(new RetryPolicy(3, Duration.ofMillis(10), 2, Duration.ofMillis(50), List.of()))
          .build();

  private Graphs() {}

  record Offer(String title, double price, List<String> notes) {
    Offer {
      notes = List.copyOf(notes);
    }
  }

  record Approval(boolean approved, String comment) {}

  static NodeAction log(String entry) {
    return context -> Command.update(LOG, entry);
  }

  /** Asks what its value says, and logs the answer. */
  static NodeAction asks() {
    return context ->
        Command.update(
            LOG, "" + context.interrupt(Question.of(context.state().find(VALUE).orElse("?"))));
  }

  /** Asks and writes nothing, while a node beside logs {@code quick}. */
  static Graph askingBeside() {
    return Graph.builder("asks-beside")
        .channels(LOG)
        .node("quick", log("quick"))
        .node(
            "asks",
            context -> {
              Object unused = context.interrupt(Question.of("?"));
              return Command.none();
            })
        .edge(START, "quick")
        .edge(START, "asks")
        .build();
  }

  /** Logs {@code x}, and then the answer to its value. */
  static Graph loggingAndAsking() {
    return Graph.builder("asking")
        .channels(VALUE, LOG)
        .node("x", log("x"))
        .node("q", asks())
        .edge(START, "x")
        .edge("x", "q")
        .build();
  }

  static Graph chain() {
    GraphBuilder builder = Graph.builder("chain").channels(VALUE, LOG);
    for (String node : List.of("1", "2", "3")) {
      builder.node(
          node,
          context ->
              Command.update(
                  StateUpdate.of(VALUE, context.state().find(VALUE).orElse("") + node)
                      .with(LOG, node)));
    }
    return builder.edge(START, "1").edge("1", "2").edge("2", "3").edge("3", END).build();
  }

  static Graph parallel() {
    return Graph.builder("parallel")
        .channels(LOG, COUNT)
        .node("begin", log("begin"))
        .node("left", log("left"))
        .node("right", log("right"))
        .node(
            "join",
            context ->
                Command.update(
                    StateUpdate.of(LOG, "join").with(COUNT, context.state().get(LOG).size())))
        .edge(START, "begin")
        .edge("begin", "right")
        .edge("begin", "left")
        .join(List.of("left", "right"), "join")
        .edge("join", END)
        .build();
  }

  static Graph typed() {
    return Graph.builder("typed")
        .channels(OFFER, FACTS)
        .node(
            "raise",
            context -> {
              Offer offer = context.state().get(OFFER);
              Offer raised = new Offer(offer.title(), offer.price() * 2, List.of("raised"));
              return Command.update(
                  StateUpdate.of(OFFER, raised).with(FACTS, Map.of("was", offer.price())));
            })
        .edge(START, "raise")
        .build();
  }

  static Graph mapReduce() {
    return Graph.builder("map_reduce")
        .channels(SUBJECTS, SUBJECT, LOG, VALUE)
        .node("plan", context -> Command.none())
        .node(
            "work",
            context -> Command.update(LOG, context.state().get(SUBJECT).toUpperCase(Locale.ROOT)))
        .node(
            "reduce", context -> Command.update(VALUE, String.join("+", context.state().get(LOG))))
        .edge(START, "plan")
        .routes(
            "plan",
            context ->
                context.state().get(SUBJECTS).stream()
                    .map(subject -> Route.send("work", StateUpdate.of(SUBJECT, subject)))
                    .toList(),
            "work")
        .edge("work", "reduce")
        .build();
  }

  static Graph asking(String... nodes) {
    GraphBuilder builder = Graph.builder("asking" + nodes.length).channels(LOG, VALUE);
    builder.node(
        "merge", context -> Command.update(VALUE, String.join(",", context.state().get(LOG))));
    for (String node : nodes) {
      builder.node(
          node,
          context -> {
            Object answer = context.interrupt(Question.of(Map.of("reviewer", node)));
            return Command.update(LOG, node + ":" + answer);
          });
      builder.edge(START, node);
    }
    return nodes.length > 1
        ? builder.join(List.of(nodes), "merge").build()
        : builder.edge(nodes[0], "merge").build();
  }

  static Graph approving() {
    return Graph.builder("approving")
        .channels(VALUE)
        .node(
            "approve",
            context -> {
              Approval approval = context.interrupt(Question.asking(Approval.class, "Approve?"));
              return Command.update(VALUE, approval.approved() + " " + approval.comment());
            })
        .edge(START, "approve")
        .build();
  }

  /** Fails until the counter has reached the number of failures. */
  static Graph failing(AtomicInteger runs, int failures) {
    return Graph.builder("failing")
        .channels(LOG)
        .node("good", log("good"))
        .node(
            "boom",
            context -> {
              if (runs.incrementAndGet() <= failures) {
                throw new IllegalStateException("boom " + runs.get());
              }
              return Command.update(LOG, "attempt " + context.attempt());
            },
            QUICK)
        .edge(START, "good")
        .edge("good", "boom")
        .build();
  }

  static Graph looping(int rounds) {
    return Graph.builder("looping" + rounds)
        .channels(LOG)
        .node(
            "again",
            context -> Command.update(LOG, context.step() + "/" + context.remainingSteps()))
        .edge(START, "again")
        .route("again", state -> state.get(LOG).size() < rounds ? "again" : END, "again")
        .build();
  }

  static Graph firstMatch() {
    return Graph.builder("first_match")
        .channels(VALUE, LOG)
        .node("branch", log("branch"))
        .node("tools", log("tools"))
        .node("other", log("other"))
        .edge(START, "branch")
        .firstMatch("branch", Match.when("value", "tool", "tools"), Match.otherwise("other"))
        .build();
  }

  static Graph nested() {
    Graph inner =
        Graph.builder("inner")
            .channels(VALUE, LOG)
            .node(
                "deep",
                context -> {
                  Object answer = context.interrupt(Question.of("how deep?"));
                  return Command.update(
                      StateUpdate.of(VALUE, context.state().get(VALUE) + ">" + answer)
                          .with(LOG, "deep"));
                })
            .edge(START, "deep")
            .build();
    return Graph.builder("nested")
        .channels(VALUE, LOG)
        .node("outer", context -> Command.update(LOG, "outer"))
        .subgraph("inner", inner)
        .node("done", context -> Command.update(LOG, "done"))
        .edge(START, "outer")
        .edge("outer", "inner")
        .edge("inner", "done")
        .build();
  }
}
