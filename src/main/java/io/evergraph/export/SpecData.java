package io.evergraph.export;

import io.evergraph.graph.ActionNode;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Edge;
import io.evergraph.graph.Embedding.Memory;
import io.evergraph.graph.Embedding.Place;
import io.evergraph.graph.FailureRules;
import io.evergraph.graph.FailureRules.Siblings;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.Flow;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Match;
import io.evergraph.graph.Node;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.StateShape;
import io.evergraph.graph.StaticEdge;
import io.evergraph.graph.SubgraphNode;
import io.evergraph.state.Lifetime;
import io.evergraph.state.StateSchema.Openness;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A topology as plain maps and lists, nothing left out. */
final class SpecData {
  static final String FIRST_SUCCESS = "first_success";

  private SpecData() {}

  static Map<String, Object> of(GraphSpec spec) {
    Map<String, Object> data = object("name", spec.name(), "version", spec.version());
    data.put("fingerprint", spec.fingerprint());
    data.put("maxSteps", spec.maxSteps());
    putUnless(0, data, "maxConcurrency", spec.maxConcurrency());
    putUnless(GraphSpec.DEFAULT_RETENTION, data, "retention", spec.retention());
    flow(data, spec.flow());
    failure(spec.failure(), data);
    if (!spec.breakpoints().isEmpty()) {
      data.put("breakpoints", breakpoints(spec.breakpoints()));
    }
    data.put("state", state(spec));
    data.put("nodes", spec.nodes().stream().map(SpecData::node).toList());
    data.put("edges", spec.edges().stream().map(SpecData::edge).toList());
    return data;
  }

  private static void flow(Map<String, Object> data, Flow flow) {
    data.put("routes", word(flow.routes()));
    putUnless(word(GotoRule.REPLACE), data, "goto", word(flow.gotos()));
    putUnless(List.of(), data, "deferred", List.copyOf(flow.deferred()));
    putUnless(word(Execution.SUPERSTEPS), data, "execution", word(flow.execution()));
  }

  private static Map<String, Object> breakpoints(Breakpoints breakpoints) {
    return object("before", breakpoints.before(), "after", breakpoints.after());
  }

  private static void failure(FailureRules rules, Map<String, Object> data) {
    rules.reaction().ifPresent(reaction -> data.put("onFailure", word(reaction)));
    putUnless(word(Siblings.FINISH), data, "siblings", word(rules.siblings()));
    putUnless(Map.of(), data, "errorHandlers", rules.handlers());
    rules.handler().ifPresent(handler -> data.put("errorHandler", handler));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> state(GraphSpec spec) {
    Map<String, Object> data = object("open", spec.openness() == Openness.ANY);
    data.put("channels", spec.channels().stream().map(SpecData::channel).toList());
    StateShape shape = spec.shape();
    putUnless(Set.of(), data, "inputs", shape.inputs());
    putUnless(Set.of(), data, "outputs", shape.outputs());
    putUnless(Set.of(), data, "hidden", shape.hidden());
    putUnless(Set.of(), data, "readOnly", shape.readOnly());
    putUnless(Map.of(), data, "reads", shape.reads());
    return data;
  }

  private static void putUnless(Object usual, Map<String, Object> data, String name, Object value) {
    if (!value.equals(usual)) {
      data.put(name, value);
    }
  }

  private static Map<String, Object> channel(ChannelSpec channel) {
    Map<String, Object> data = object("name", channel.name());
    data.put("type", channel.schema().isEmpty() ? channel.type() : channel.schema());
    data.put("reducer", channel.reducer());
    data.put("reducerVersion", channel.reducerVersion());
    putUnless(word(Lifetime.THREAD), data, "lifetime", word(channel.lifetime()));
    channel.initial().ifPresent(value -> data.put("initial", value));
    return data;
  }

  private static Map<String, Object> node(Node node) {
    return node.match(SpecData::action, SpecData::subgraph);
  }

  private static Map<String, Object> action(ActionNode node) {
    Map<String, Object> data = object("kind", "action", "name", node.name());
    putUnless(node.name(), data, "action", node.action());
    data.put("policy", policy(node.policy()));
    putUnless(Map.of(), data, "ends", node.ends());
    return data;
  }

  private static Map<String, Object> subgraph(SubgraphNode node) {
    Map<String, Object> data = object("kind", "subgraph", "name", node.name());
    putUnless(word(Memory.PER_CALL), data, "memory", word(node.embedding().memory()));
    putUnless(word(Place.INLINE), data, "place", word(node.embedding().place()));
    if (!node.embedding().sharesByName()) {
      data.put("inputs", node.embedding().inputs());
      data.put("outputs", node.embedding().outputs());
    }
    putUnless(Map.of(), data, "ends", node.ends());
    data.put("graph", of(node.graph()));
    return data;
  }

  static Map<String, Object> object(Object... members) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int index = 0; index < members.length; index += 2) {
      object.put(members[index].toString(), members[index + 1]);
    }
    return object;
  }

  private static Map<String, Object> policy(NodePolicy policy) {
    Map<String, Object> data = object("timeout", policy.timeout().toString());
    data.put("hardTimeout", policy.hardTimeout().toString());
    data.put("placement", word(policy.placement()));
    data.put("retry", policy.retries().stream().map(SpecData::retry).toList());
    policy.cache().ifPresent(cache -> data.put("cache", cache(cache)));
    return data;
  }

  private static Map<String, Object> cache(CachePolicy policy) {
    Map<String, Object> data = new LinkedHashMap<>();
    putUnless(List.of(), data, "channels", policy.channels());
    policy.timeToLive().ifPresent(time -> data.put("timeToLive", time.toString()));
    data.put("version", policy.version());
    List<String> ignored = policy.ignored().stream().map(SpecData::word).sorted().toList();
    putUnless(List.of(), data, "ignored", ignored);
    return data;
  }

  private static Map<String, Object> retry(RetryPolicy retry) {
    Map<String, Object> data = new LinkedHashMap<>();
    putUnless(List.of(), data, "errors", retry.errors());
    data.put("maxAttempts", retry.maxAttempts());
    data.put("initialInterval", retry.initialInterval().toString());
    data.put("coefficient", retry.coefficient());
    data.put("maxInterval", retry.maxInterval().toString());
    data.put("nonRetryable", retry.nonRetryable());
    return data;
  }

  private static Map<String, Object> edge(Edge edge) {
    return edge.match(
        SpecData::always, SpecData::conditional, SpecData::join, SpecData::firstMatch);
  }

  private static Map<String, Object> always(StaticEdge edge) {
    return object("kind", "static", "from", edge.from(), "to", edge.to());
  }

  private static Map<String, Object> conditional(ConditionalEdge edge) {
    return object(
        "kind", "conditional", "from", edge.from(), "router", edge.router(), "paths", edge.paths());
  }

  private static Map<String, Object> join(JoinEdge edge) {
    Map<String, Object> data = object("kind", "join", "from", edge.sources(), "to", edge.to());
    edge.rule()
        .match(
            all -> data,
            atLeast -> data.put("atLeast", atLeast.count()),
            first -> data.put("rule", FIRST_SUCCESS));
    return data;
  }

  private static Map<String, Object> firstMatch(FirstMatchEdge edge) {
    List<Map<String, Object>> matches = edge.matches().stream().map(SpecData::match).toList();
    return object("kind", "firstMatch", "from", edge.from(), "matches", matches);
  }

  private static Map<String, Object> match(Match match) {
    return match.channel() == null || match.value() == null
        ? object("to", match.target())
        : object("channel", match.channel(), "equals", match.value(), "to", match.target());
  }
}
