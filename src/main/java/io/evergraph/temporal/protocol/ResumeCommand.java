package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Steering;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a run that goes on does otherwise than the last one left it, as JSON: {@code
 * {"update":{"customer":"Ada"},"goto":["check"],"maxSteps":9}}.
 *
 * @param update values by channel, or a list of writes
 * @param routes names of nodes, or sends
 * @param maxSteps the supersteps that the run may take; null keeps the last run's
 * @param breakpoints where it pauses; null keeps the last run's
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ResumeCommand(
    @Nullable JsonNode update,
    @JsonProperty("goto") @Nullable JsonNode routes,
    @Nullable Integer maxSteps,
    @Nullable Breakpoints breakpoints) {
  public static final ResumeCommand NONE = new ResumeCommand(null, null, null, null);

  public static ResumeCommand of(Steering steering, StateCodec codec) {
    CompactJson wire = new CompactJson(codec);
    ArrayNode routes = JsonNodeFactory.instance.arrayNode();
    steering.routes().forEach(route -> routes.add(wire.write(route)));
    return new ResumeCommand(
        steering.update().writes().isEmpty() ? null : wire.write(steering.update().writes()),
        routes.isEmpty() ? null : routes,
        steering.maxSteps(),
        steering.breakpoints());
  }

  /**
   * Reads the command among the members of a message.
   *
   * @throws InvalidInputException when one has another form
   */
  static ResumeCommand read(JsonNode tree, StateCodec codec) {
    try {
      return new ResumeCommand(
          tree.get("update"),
          tree.get("goto"),
          tree.has("maxSteps") ? Integer.valueOf(tree.get("maxSteps").asInt()) : null,
          codec.mapper().convertValue(tree.get("breakpoints"), Breakpoints.class));
    } catch (IllegalArgumentException misfit) {
      throw new InvalidInputException("'breakpoints'", "lists 'before' and 'after'", "" + tree);
    }
  }

  /**
   * Gives values the types of their channels.
   *
   * @param schema the channels of the graph
   * @param inputs the channels of what is sent to a node, by its name
   */
  public Steering typed(
      StateCodec codec, StateSchema schema, Function<String, StateSchema> inputs) {
    CompactJson wire = new CompactJson(codec);
    List<Route> typed = new ArrayList<>();
    if (routes != null) {
      for (JsonNode route : routes.isArray() ? routes : List.of(routes)) {
        typed.add(codec.bind(wire.route(route), inputs));
      }
    }
    return new Steering(
        new StateUpdate(codec.bind(wire.writes(update, "the command"), schema, "the command")),
        typed,
        maxSteps,
        breakpoints);
  }
}
