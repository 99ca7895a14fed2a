package io.evergraph.demo.report;

import static io.evergraph.graph.Graph.START;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationFile;
import io.evergraph.demo.airline.RecordedModels;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * Agents that write a report: one finds facts, one writes, one reviews and asks a person, until a
 * draft is accepted.
 *
 * <p>Their models are those of {@link RecordedModels}. A run whose context has a URL under {@link
 * AirlineAgent#REPLAY_URL} finds the {@link #conversations()} below it.
 */
public final class ReportAgent {
  /** The name of the graph. */
  public static final String NAME = "report";

  /** What the recorded models are asked. */
  public static final String TASK = "Write a short report: should Mill Street get a bicycle lane?";

  static final Channel<String> FACTS = Channel.of("facts", String.class);
  static final Channel<String> DRAFT = Channel.of("draft", String.class);
  static final Channel<Review> REVIEW = Channel.of("review", Review.class);
  static final Channel<String> REPORT = Channel.of("report", String.class);

  private static final int MOST_DRAFTS = 6;
  private static final int RECORDED_DRAFTS = 3;

  private ReportAgent() {}

  /** Returns the graph with the model of this process's environment. */
  public static Graph graph() {
    return graph(System.getenv());
  }

  /** Returns the graph. */
  public static Graph graph(Map<String, String> environment) {
    Graph attempt =
        SequentialAgent.of("attempt")
            .channels(FACTS)
            .agent(writer(environment), DRAFT)
            .agent(Reviewer.graph(models("reviewer", environment)), REVIEW)
            .build();
    Graph drafting =
        LoopAgent.of("drafting")
            .channels(FACTS)
            .agent(attempt, REVIEW)
            .until(state -> state.find(REVIEW).filter(Review::accepted).isPresent())
            .atMost(MOST_DRAFTS)
            .build();
    Graph editing =
        SequentialAgent.of("editing")
            .channels(FACTS)
            .agent(drafting, REVIEW)
            .agent(issue(), REPORT)
            .build();
    return SequentialAgent.of(NAME)
        .agent(researcher(environment), FACTS)
        .agent(editing, REPORT)
        .build();
  }

  private static Graph researcher(Map<String, String> environment) {
    return ReactAgent.of("researcher", models("researcher", environment))
        .prompt("Find the facts for what is asked, each with the id of its document.")
        .tools(Toolset.from(new Sources()))
        .build();
  }

  private static Graph writer(Map<String, String> environment) {
    return ReactAgent.of("writer", models("writer", environment))
        .channels(FACTS, REVIEW)
        .prompt("Write it from these facts:\n\n{facts}\n\nThe last draft and its review: {review?}")
        .build();
  }

  private static Graph issue() {
    return Graph.builder("issue")
        .channels(REVIEW, REPORT)
        .node("issue", context -> Command.update(issued(context.state().get(REVIEW))))
        .edge(START, "issue")
        .build();
  }

  private static StateUpdate issued(Review review) {
    return review.accepted()
        ? StateUpdate.of(REPORT, review.text())
        : StateUpdate.empty().overwriting(REPORT, null);
  }

  static int reviewed(State state) {
    return state.find(REVIEW).map(Review::round).orElse(0);
  }

  private static ModelSource models(String agent, Map<String, String> environment) {
    return new RecordedModels(
        agent,
        environment,
        context ->
            AirlineAgent.replayUrl(context)
                .map(url -> URI.create(url + "/" + said(agent, context))));
  }

  /** Names what an agent said in its turn; from the third draft on, it says the same. */
  private static String said(String agent, NodeContext context) {
    return agent + "." + Math.min(reviewed(context.state()) + 1, RECORDED_DRAFTS);
  }

  /**
   * Returns what the models of the agents said about {@link #TASK}.
   *
   * @throws IOException if the resource cannot be read
   */
  public static List<Conversation> conversations() throws IOException {
    return ConversationFile.resource("report/conversations.jsonl");
  }
}
