package io.evergraph.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.ActionNode;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Edge;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Embedding.Memory;
import io.evergraph.graph.Embedding.Place;
import io.evergraph.graph.FailureRules;
import io.evergraph.graph.FailureRules.Siblings;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.Flow;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Flow.RouteScope;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.Match;
import io.evergraph.graph.Node;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.StateShape;
import io.evergraph.graph.StaticEdge;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.state.Lifetime;
import io.evergraph.state.Replace;
import io.evergraph.state.StateSchema.Openness;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads what {@link SpecData} writes. What is absent has its default; what does not fit is refused
 * with its place.
 */
record SpecReader(String place, JsonNode tree, Set<String> read, FlowTexts flows) {
  static final String FIRST_VERSION = "1";
  static final String FIELDS = "fields of its own";
  private static final JsonMapper PLAIN = JsonMapper.builder().build();
  private static final TypeReference<Map<String, Object>> MAP = new TypeReference<>() {};
  private static final TypeReference<Object> ANY = new TypeReference<>() {};

  SpecReader(JsonNode tree, FlowTexts flows) {
    this("", tree, new HashSet<>(), flows);
  }

  private SpecReader within(String inner, JsonNode part) {
    return new SpecReader(inner, part, read, flows);
  }

  List<String> unreadPlaces() {
    List<String> places = new ArrayList<>();
    collectUnread(places);
    return places;
  }

  private void collectUnread(List<String> places) {
    tree.fieldNames()
        .forEachRemaining(
            name -> {
              if (read.contains(place + "/" + name)) {
                within(place + "/" + name, tree.get(name)).collectUnread(places);
              } else {
                places.add(place + "/" + name);
              }
            });
    for (int index = 0; tree.isArray() && index < tree.size(); index++) {
      within(place + "/" + index, tree.get(index)).collectUnread(places);
    }
  }

  /** A name, or a kind of flow, stands for a graph that has code already. */
  GraphSpec graph() {
    return tree.isTextual() || tree.has("kind") ? flows.graph(this).spec() : plainGraph();
  }

  private GraphSpec plainGraph() {
    at("fingerprint"); // follows from the rest
    at("$schema"); // for editors
    SpecReader state = part("state");
    return new GraphSpec(
        text("name"),
        text("version", FIRST_VERSION),
        state.list("channels", SpecReader::channel),
        state.optional("open", SpecReader::flag).orElse(false)
            ? Openness.ANY
            : Openness.DECLARED_ONLY,
        list("nodes", SpecReader::node),
        list("edges", SpecReader::edge),
        flow(),
        number("maxSteps").orElse(GraphBuilder.DEFAULT_MAX_STEPS),
        number("maxConcurrency").orElse(0),
        failure(),
        part("breakpoints").breakpoints(),
        number("retention").orElse(GraphSpec.DEFAULT_RETENTION),
        state.shape());
  }

  private StateShape shape() {
    Map<String, SortedSet<String>> reads = new TreeMap<>();
    SpecReader byNode = part("reads");
    byNode
        .tree
        .fieldNames()
        .forEachRemaining(
            node -> reads.put(node, new TreeSet<>(byNode.list(node, SpecReader::text))));
    return new StateShape(
        new TreeSet<>(list("inputs", SpecReader::text)),
        new TreeSet<>(list("outputs", SpecReader::text)),
        new TreeSet<>(list("hidden", SpecReader::text)),
        new TreeSet<>(list("readOnly", SpecReader::text)),
        reads);
  }

  private Breakpoints breakpoints() {
    return new Breakpoints(list("before", SpecReader::text), list("after", SpecReader::text));
  }

  private FailureRules failure() {
    return new FailureRules(
        word("onFailure", OnFailure.class),
        word("siblings", Siblings.class).orElse(Siblings.FINISH),
        texts("errorHandlers"),
        optional("errorHandler", SpecReader::text));
  }

  private Flow flow() {
    return new Flow(
        word("routes", RouteScope.class).orElse(RouteScope.DECLARED),
        word("goto", GotoRule.class).orElse(GotoRule.REPLACE),
        new TreeSet<>(list("deferred", SpecReader::text)),
        word("execution", Execution.class).orElse(Execution.SUPERSTEPS));
  }

  ChannelSpec channel() {
    SpecReader type = at("type");
    Map<String, Object> schema = type.tree.isObject() ? type.plain(MAP) : Map.of();
    return new ChannelSpec(
        text("name"),
        schema.isEmpty() ? type.text() : ChannelSpec.JSON,
        schema,
        text("reducer", Replace.INSTANCE.name()),
        text("reducerVersion", FIRST_VERSION),
        word("lifetime", Lifetime.class).orElse(Lifetime.THREAD),
        optional("initial", SpecReader::value));
  }

  private Node node() {
    String name = text("name");
    return switch (text("kind", tree.has("graph") ? "subgraph" : "action")) {
      case "action" ->
          new ActionNode(
              name, text("action", name), new PolicyReader(part("policy")).policy(), texts("ends"));
      case "subgraph" -> new SubgraphNode(name, at("graph").graph(), embedding(), texts("ends"));
      default -> new SubgraphNode(name, flows.flow(this).spec(), embedding(), texts("ends"));
    };
  }

  private Embedding embedding() {
    return new Embedding(
        texts("inputs"),
        texts("outputs"),
        word("memory", Memory.class).orElse(Memory.PER_CALL),
        word("place", Place.class).orElse(Place.INLINE));
  }

  private Edge edge() {
    return switch (text("kind", likelyKind())) {
      case "static" -> new StaticEdge(text("from"), text("to"));
      case "conditional" -> new ConditionalEdge(text("from"), text("router"), texts("paths"));
      case "join" -> new JoinEdge(list("from", SpecReader::text), text("to"), rule());
      case "firstMatch" -> new FirstMatchEdge(text("from"), list("matches", SpecReader::match));
      default -> throw misfit("an edge of kind static, conditional, join or firstMatch");
    };
  }

  private String likelyKind() {
    if (tree.has("router")) {
      return "conditional";
    }
    return tree.has("matches") ? "firstMatch" : tree.path("from").isArray() ? "join" : "static";
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

  SpecReader at(String name) {
    String inner = place + "/" + name;
    read.add(inner);
    return within(inner, tree.path(name));
  }

  /** Returns what has fields of its own, or is not there. */
  SpecReader part(String name) {
    SpecReader part = at(name);
    JsonNode unused = part.required(part.tree.isObject() || part.tree.isMissingNode(), FIELDS);
    return part;
  }

  <T> Optional<T> optional(String name, Function<SpecReader, T> form) {
    SpecReader value = at(name);
    return value.tree.isMissingNode() ? Optional.empty() : Optional.of(form.apply(value));
  }

  String text(String name) {
    return at(name).text();
  }

  String text(String name, String usual) {
    return optional(name, SpecReader::text).orElse(usual);
  }

  /** Read anew: a tree may hold decimals, where a topology has doubles. */
  private <T> T plain(TypeReference<T> type) {
    markRead();
    try {
      return PLAIN.readValue(tree.toString(), type);
    } catch (JsonProcessingException misfit) {
      throw misfit("numbers, text, booleans, lists and maps").causedBy(misfit);
    }
  }

  private Object value() {
    if (holdsNull(tree)) {
      throw misfit("a value without null");
    }
    return plain(ANY);
  }

  private static boolean holdsNull(JsonNode tree) {
    for (JsonNode inner : tree) {
      if (holdsNull(inner)) {
        return true;
      }
    }
    return tree.isNull();
  }

  void markRead() {
    tree.fieldNames().forEachRemaining(name -> at(name).markRead());
    for (int index = 0; tree.isArray() && index < tree.size(); index++) {
      within(place + "/" + index, tree.get(index)).markRead();
    }
  }

  String text() {
    if (!tree.isTextual()) {
      throw misfit("text" + (tree.isValueNode() ? ", in quotes if need be" : ""));
    }
    return tree.asText();
  }

  boolean flag() {
    return required(tree.isBoolean(), "true or false").asBoolean();
  }

  Double decimal() {
    return required(tree.isNumber(), "a number").asDouble();
  }

  Optional<Integer> number(String name) {
    return optional(name, SpecReader::number);
  }

  Integer number() {
    return required(tree.isInt(), "a whole number").asInt();
  }

  JsonNode required(boolean fits, String expected) {
    if (!fits) {
      throw misfit(expected);
    }
    return tree;
  }

  Optional<Duration> duration(String name) {
    return optional(name, SpecReader::duration);
  }

  private Duration duration() {
    try {
      return Duration.parse(text());
    } catch (DateTimeParseException other) {
      throw misfit("a duration as ISO 8601 text");
    }
  }

  <E extends Enum<E>> Optional<E> word(String name, Class<E> type) {
    return optional(name, word -> word.word(type));
  }

  <E extends Enum<E>> E word(Class<E> type) {
    E[] known = type.getEnumConstants();
    return Arrays.stream(known)
        .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(text()))
        .findFirst()
        .orElseThrow(() -> misfit("one of " + Arrays.toString(known).toLowerCase(Locale.ROOT)));
  }

  /** Returns labels and what they stand for; in a plain list, for themselves. */
  private Map<String, String> texts(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (tree.path(name).isArray()) {
      list(name, SpecReader::text).forEach(text -> texts.put(text, text));
      return texts;
    }
    SpecReader object = part(name);
    object.tree.fieldNames().forEachRemaining(key -> texts.put(key, object.text(key)));
    return texts;
  }

  <T> List<T> list(String name, Function<SpecReader, T> element) {
    SpecReader array = at(name);
    if (!array.tree.isMissingNode() && !array.tree.isArray()) {
      throw array.misfit("a list");
    }
    List<T> elements = new ArrayList<>();
    for (int index = 0; index < array.tree.size(); index++) {
      elements.add(element.apply(within(array.place + "/" + index, array.tree.get(index))));
    }
    return elements;
  }

  InvalidInputException misfit(String expected) {
    return new InvalidInputException(
        "the graph at " + place, expected, tree.isMissingNode() ? "nothing" : tree.toString());
  }
}
