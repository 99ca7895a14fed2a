package io.evergraph.demo.samples;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class ApprovalSamples {
  private static final Channel<String> REQUEST = Channel.of("request", String.class);
  private static final Channel<String> DECISION = Channel.of("decision", String.class);
  private static final Channel<String> RESULT = Channel.of("result", String.class);
  private static final Channel<String> SUBJECT = Channel.of("subject", String.class);
  private static final ListChannel<String> REVIEWS = ListChannel.append("reviews", String.class);
  private static final Channel<String> SUMMARY = Channel.of("summary", String.class);

  private static final String APPROVED = "approved";
  private static final String REJECTED = "rejected";

  private ApprovalSamples() {}

  /** One question; what follows depends on the answer. */
  static Graph approval() {
    return Graph.builder("approval")
        .channels(REQUEST, DECISION, RESULT)
        .node("ask", ApprovalSamples::ask)
        .node("act", context -> Command.update(RESULT, "done:" + text(context.state(), REQUEST)))
        .edge(START, "ask")
        .route("ask", state -> state.get(DECISION).equals(APPROVED) ? "act" : END, "act", END)
        .edge("act", END)
        .build();
  }

  private static Command ask(NodeContext context) {
    Object answer =
        context.interrupt(
            Question.of(
                card("question", "Approve?", "request", context.state().value(REQUEST.name()))));
    boolean approved =
        answer instanceof Map<?, ?> given && Boolean.TRUE.equals(given.get(APPROVED));
    return Command.update(DECISION, approved ? APPROVED : REJECTED);
  }

  private static Map<String, @Nullable Object> card(
      String first, String text, String second, @Nullable Object value) {
    Map<String, @Nullable Object> card = new LinkedHashMap<>();
    card.put(first, text);
    card.put(second, value);
    return card;
  }

  private static String text(State state, Channel<String> channel) {
    return state.find(channel).orElse("");
  }

  /** Two questions at the same time; the rest waits for both answers. */
  static Graph twoApprovals() {
    return Graph.builder("two_approvals")
        .channels(SUBJECT, REVIEWS, SUMMARY)
        .node("review_a", review("a"))
        .node("review_b", review("b"))
        .node("merge", ApprovalSamples::merge)
        .edge(START, "review_a")
        .edge(START, "review_b")
        .join(List.of("review_a", "review_b"), "merge")
        .edge("merge", END)
        .build();
  }

  private static NodeAction review(String reviewer) {
    return context -> {
      Object subject = context.state().value(SUBJECT.name());
      Object answer =
          context.interrupt(Question.of(card("reviewer", reviewer, "subject", subject)));
      return Command.update(REVIEWS, reviewer + ":" + answer);
    };
  }

  private static Command merge(NodeContext context) {
    List<String> reviews = context.state().get(REVIEWS).stream().sorted().toList();
    return Command.update(SUMMARY, String.join(",", reviews));
  }
}
