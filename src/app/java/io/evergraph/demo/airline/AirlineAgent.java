package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.Toolset;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * An agent that books, changes and cancels flights by an airline's policy, and asks a person before
 * it changes anything.
 *
 * <p>A run whose context names a recorded conversation under {@link #REPLAY_URL} talks to the
 * {@link ReplayServer} there: model and tools say what was recorded. Any other run talks to the
 * model of the environment ({@code OPENAI_API_KEY}, and optionally {@code OPENAI_BASE_URL} and
 * {@code OPENAI_MODEL}); there is no airline behind it, so its tools know only what the bundled
 * conversations looked up, and say so about everything else.
 */
public final class AirlineAgent {
  /** The name of the graph. */
  public static final String NAME = "airline";

  /**
   * The name in a run's context of the URL of a recorded conversation, see {@link
   * ReplayServer#conversationUrl(String)}.
   */
  public static final String REPLAY_URL = "replayUrl";

  private static final String[] APPROVED = {
    "book_reservation",
    "cancel_reservation",
    "update_reservation_flights",
    "update_reservation_baggages",
    "update_reservation_passengers",
    "send_certificate",
    "transfer_to_human_agents"
  };

  private static final NodePolicy TOOL_POLICY =
      NodePolicy.builder().nonRetryable(ReplayRefusedException.class).build();

  private static final NodePolicy LOOP_POLICY =
      ModelNode.POLICY.toBuilder().nonRetryable(ReplayRefusedException.class).build();

  private AirlineAgent() {}

  /** Returns the graph with the model of this process's environment. */
  public static Graph graph() {
    return graph(System.getenv());
  }

  /** Returns the graph. */
  public static Graph graph(Map<String, String> environment) {
    return graph(environment, new AirlineTools());
  }

  static Graph graph(Map<String, String> environment, ToolExecutor executor) {
    return agent(environment, executor).toolPolicy(TOOL_POLICY).build();
  }

  /** Returns the same agent in another execution mode. */
  static Graph graph(Map<String, String> environment, ExecutionMode mode) {
    ReactAgent agent = agent(environment, new AirlineTools()).mode(mode);
    return mode == ExecutionMode.LEGACY
        ? agent.modelPolicy(LOOP_POLICY).build()
        : agent.toolPolicy(TOOL_POLICY).build();
  }

  static ReactAgent agent(Map<String, String> environment, ToolExecutor executor) {
    return unattended(environment, executor).approve(APPROVED);
  }

  /** Returns the agent that asks nobody. */
  static ReactAgent unattended(Map<String, String> environment, ToolExecutor executor) {
    Toolset tools = Toolset.of(Toolset.definitions(resource("tools.json")), executor);
    return ReactAgent.of(NAME, new RecordedModels(NAME, environment, AirlineAgent::replayUrl))
        .prompt(resource("policy.md"))
        .tools(tools);
  }

  private static String resource(String name) {
    try (InputStream in = AirlineAgent.class.getResourceAsStream("/airline/" + name)) {
      if (in == null) {
        throw new FileNotFoundException("There is no resource airline/" + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Returns what a run's context says under {@link #REPLAY_URL}.
   *
   * @throws InvalidInputException if it is no URL
   */
  public static Optional<URI> replayUrl(NodeContext context) {
    return Optional.ofNullable(context.runContext().get(REPLAY_URL))
        .map(value -> uri(value.toString()));
  }

  private static URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException malformed) {
      throw new InvalidInputException(
          "'" + REPLAY_URL + "' in the context of the run",
          "the URL of a recorded conversation",
          "'" + text + "'");
    }
  }
}
