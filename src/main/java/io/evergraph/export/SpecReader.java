package io.evergraph.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.ActionNode;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Edge;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.Flow;
import io.evergraph.graph.GotoRule;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.Match;
import io.evergraph.graph.Node;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Placement;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.RouteScope;
import io.evergraph.graph.StaticEdge;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.state.StateSchema.Openness;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads what {@link SpecData} writes. What is absent has its default; what does not fit is refused
 * with its place.
 *
 * @param place where the tree stands in the whole, for messages
 * @param tree the tree
 */
record SpecReader(String place, JsonNode tree) {

  GraphSpec graph() {
    SpecReader state = at("state");
    return new GraphSpec(
        text("name"),
        text("version"),
        state.list("channels", SpecReader::channel),
        state.tree.path("open").asBoolean() ? Openness.ANY : Openness.DECLARED_ONLY,
        list("nodes", SpecReader::node),
        list("edges", SpecReader::edge),
        flow(),
        number("maxSteps").orElseThrow(() -> misfit("a number of supersteps")),
        word("onFailure", OnFailure.class),
        at("breakpoints").breakpoints());
  }

  private Breakpoints breakpoints() {
    return new Breakpoints(list("before", SpecReader::text), list("after", SpecReader::text));
  }

  private Flow flow() {
    return new Flow(
        word("routes", RouteScope.class).orElse(RouteScope.DECLARED),
        word("goto", GotoRule.class).orElse(GotoRule.REPLACE),
        new TreeSet<>(list("deferred", SpecReader::text)));
  }

  private ChannelSpec channel() {
    return new ChannelSpec(text("name"), text("type"), text("reducer"), text("reducerVersion"));
  }

  private Node node() {
    return switch (text("kind")) {
      case "action" -> new ActionNode(text("name"), at("policy").policy(), texts("ends"));
      case "subgraph" -> new SubgraphNode(text("name"), at("graph").graph());
      default -> throw misfit("a node of kind action or subgraph");
    };
  }

  private NodePolicy policy() {
    NodePolicy usual = NodePolicy.DEFAULT;
    return new NodePolicy(
        retries(),
        duration("timeout").orElse(usual.timeout()),
        duration("hardTimeout").orElse(usual.hardTimeout()),
        word("placement", Placement.class).orElse(usual.placement()));
  }

  /** A single rule stands for a list of one. */
  private List<RetryPolicy> retries() {
    SpecReader retry = at("retry");
    return retry.tree.isArray() ? list("retry", SpecReader::retry) : List.of(retry.retry());
  }

  private RetryPolicy retry() {
    RetryPolicy usual = RetryPolicy.DEFAULT;
    return new RetryPolicy(
        list("errors", SpecReader::text),
        number("maxAttempts").orElse(usual.maxAttempts()),
        duration("initialInterval").orElse(usual.initialInterval()),
        tree.path("coefficient").asDouble(usual.coefficient()),
        duration("maxInterval").orElse(usual.maxInterval()),
        tree.has("nonRetryable") ? list("nonRetryable", SpecReader::text) : usual.nonRetryable());
  }

  private Edge edge() {
    return switch (text("kind")) {
      case "static" -> new StaticEdge(text("from"), text("to"));
      case "conditional" -> new ConditionalEdge(text("from"), text("router"), texts("paths"));
      case "join" -> new JoinEdge(list("from", SpecReader::text), text("to"), rule());
      case "firstMatch" -> new FirstMatchEdge(text("from"), list("matches", SpecReader::match));
      default -> throw misfit("an edge of kind static, conditional, join or firstMatch");
    };
  }

  private JoinRule rule() {
    if (tree.has("rule") && !text("rule").equals(SpecData.FIRST_SUCCESS)) {
      throw at("rule").misfit(SpecData.FIRST_SUCCESS);
    }
    return tree.has("rule")
        ? JoinRule.firstSuccess()
        : number("atLeast").map(JoinRule::atLeast).orElseGet(JoinRule::all);
  }

  private Match match() {
    return tree.has("channel")
        ? Match.when(text("channel"), text("equals"), text("to"))
        : Match.otherwise(text("to"));
  }

  private SpecReader at(String name) {
    return new SpecReader(place + "/" + name, tree.path(name));
  }

  private String text(String name) {
    return at(name).text();
  }

  private String text() {
    if (!tree.isTextual()) {
      throw misfit("text");
    }
    return tree.asText();
  }

  private Optional<Integer> number(String name) {
    SpecReader number = at(name);
    if (number.tree.isMissingNode()) {
      return Optional.empty();
    }
    if (!number.tree.isInt()) {
      throw number.misfit("a whole number");
    }
    return Optional.of(number.tree.asInt());
  }

  private Optional<Duration> duration(String name) {
    SpecReader duration = at(name);
    if (duration.tree.isMissingNode()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Duration.parse(duration.text()));
    } catch (DateTimeParseException other) {
      throw duration.misfit("a duration as ISO 8601 text");
    }
  }

  private <E extends Enum<E>> Optional<E> word(String name, Class<E> type) {
    SpecReader word = at(name);
    if (word.tree.isMissingNode()) {
      return Optional.empty();
    }
    E[] known = type.getEnumConstants();
    return Optional.of(
        Arrays.stream(known)
            .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(word.text()))
            .findFirst()
            .orElseThrow(
                () -> word.misfit("one of " + Arrays.toString(known).toLowerCase(Locale.ROOT))));
  }

  private Map<String, String> texts(String name) {
    SpecReader object = at(name);
    Map<String, String> texts = new LinkedHashMap<>();
    object.tree.fieldNames().forEachRemaining(key -> texts.put(key, object.text(key)));
    return texts;
  }

  private <T> List<T> list(String name, Function<SpecReader, T> element) {
    SpecReader array = at(name);
    if (!array.tree.isMissingNode() && !array.tree.isArray()) {
      throw array.misfit("a list");
    }
    List<T> elements = new ArrayList<>();
    for (int index = 0; index < array.tree.size(); index++) {
      elements.add(element.apply(new SpecReader(array.place + "/" + index, array.tree.get(index))));
    }
    return elements;
  }

  private InvalidInputException misfit(String expected) {
    return new InvalidInputException(
        "the graph at " + place, expected, tree.isMissingNode() ? "nothing" : tree.toString());
  }
}
