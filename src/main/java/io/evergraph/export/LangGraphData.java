package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A topology as the clients of a LangGraph server expect it; they refuse other keys in edges. */
final class LangGraphData {

  private LangGraphData() {}

  static Map<String, Object> of(GraphSpec spec) {
    List<String> names = spec.nodes().stream().map(Node::name).toList();
    Wiring wiring = Wiring.of(spec);
    Stream<Arrow> arrows = wiring.arrows().stream().flatMap(arrow -> spread(arrow, names));
    Stream<Arrow> joined =
        wiring.joins().stream()
            .flatMap(
                join -> join.sources().stream().map(source -> Arrow.always(source, join.to())));
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("nodes", withEntryAndExit(names).map(LangGraphData::node).toList());
    data.put("edges", Stream.concat(arrows, joined).distinct().map(LangGraphData::edge).toList());
    return data;
  }

  private static Stream<String> withEntryAndExit(List<String> names) {
    return Stream.of(Stream.of(START), names.stream(), Stream.of(END)).flatMap(all -> all);
  }

  private static Stream<Arrow> spread(Arrow arrow, List<String> names) {
    return arrow.to().equals(Arrow.ANYWHERE)
        ? Stream.concat(names.stream(), Stream.of(END))
            .map(name -> Arrow.byChoice(arrow.from(), name, arrow.label()))
        : Stream.of(arrow);
  }

  private static Map<String, Object> node(String name) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("id", name);
    data.put("type", "runnable");
    data.put("data", identity(name));
    return data;
  }

  private static Map<String, Object> identity(String name) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("id", name);
    data.put("name", name);
    return data;
  }

  private static Map<String, Object> edge(Arrow arrow) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("source", arrow.from());
    data.put("target", arrow.to());
    if (!arrow.label().isEmpty()) {
      data.put("data", arrow.label());
    }
    if (arrow.isConditional()) {
      data.put("conditional", true);
    }
    return data;
  }
}
