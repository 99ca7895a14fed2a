package io.evergraph.docs;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import dev.langchain4j.model.chat.ChatModel;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The code of the page of recipes. */
final class RecipeExample {
  private RecipeExample() {}

  // begin reflection
  record Critique(boolean good, String advice) {}

  static Graph reflection(ChatModel model) {
    Graph write =
        ReactAgent.of("write", ModelSource.of(model))
            .prompt("Write the essay. Where the critic gave advice, write it again.")
            .build();
    Graph criticize =
        ReactAgent.of("criticize", ModelSource.of(model))
            .prompt("Is the essay good? If not, what has to change?")
            .answer(Critique.class)
            .build();
    Channel<Critique> critique = ReactAgent.answerOf(Critique.class);
    return Graph.builder("essay")
        .channels(MESSAGES, critique)
        .subgraph("write", write)
        .subgraph("criticize", criticize)
        .edge(START, "write")
        .edge("write", "criticize")
        .route("criticize", state -> state.get(critique).good() ? END : "write", "write", END)
        .build();
  }

  // end reflection

  // begin plan
  record Plan(@Nullable List<String> steps) {
    boolean isDone() {
      return steps == null || steps.isEmpty();
    }
  }

  static Graph planned(ChatModel model, Toolset tools) {
    Channel<Plan> plan = ReactAgent.answerOf(Plan.class);
    Graph planner =
        ReactAgent.of("plan", ModelSource.of(model))
            .prompt("Which steps are left? None, if the chat has all that was asked for.")
            .answer(Plan.class)
            .build();
    Graph worker =
        ReactAgent.of("work", ModelSource.of(model))
            .channels(plan)
            .prompt("Do the first of these steps, and no other: {answer}")
            .tools(tools)
            .build();
    return Graph.builder("trip")
        .channels(MESSAGES, plan)
        .subgraph("plan", planner)
        .subgraph("work", worker)
        .edge(START, "plan")
        .route("plan", state -> state.get(plan).isDone() ? END : "work", "work", END)
        .edge("work", "plan")
        .build();
  }

  // end plan

  // begin evaluator
  static final Channel<String> SLOGAN = Channel.of("slogan", String.class);
  static final Channel<Score> SCORE = Channel.of("score", Score.class);

  record Score(String slogan, int points) {}

  /** What is worth how much; a test, a compiler or a model could say so, too. */
  interface Jury {
    int points(String slogan) throws Exception;
  }

  static Graph slogan(ChatModel model, Jury jury) {
    Graph invent =
        ReactAgent.of("invent", ModelSource.of(model))
            .channels(SCORE)
            .prompt("Invent a slogan that is better than the last one: {score?}")
            .build();
    Graph judge =
        Graph.builder("judge")
            .channels(SLOGAN, SCORE)
            .node(
                "judge", context -> Command.update(SCORE, score(jury, context.state().get(SLOGAN))))
            .edge(START, "judge")
            .build();
    return LoopAgent.of("search")
        .channels(SLOGAN, SCORE)
        .agent(SequentialAgent.of("try").agent(invent, SLOGAN).agent(judge, SCORE).build())
        .until(state -> state.find(SCORE).filter(score -> score.points() >= 8).isPresent())
        .atMost(5)
        .build();
  }

  static Score score(Jury jury, String slogan) throws Exception {
    return new Score(slogan, jury.points(slogan));
  }
  // end evaluator
}
