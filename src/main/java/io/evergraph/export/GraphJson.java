package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.export.Wiring.Arrow;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes graphs as JSON and reads them back: {@link #text} and {@link #data} hold all of a
 * topology, {@link #forLangGraph} what the clients of a LangGraph server draw.
 */
public final class GraphJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final DefaultIndenter NEW_LINES = new DefaultIndenter("  ", "\n");
  private static final DefaultPrettyPrinter LAYOUT =
      new DefaultPrettyPrinter(
              Separators.createDefaultInstance()
                  .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                  .withObjectEmptySeparator("")
                  .withArrayEmptySeparator(""))
          .withObjectIndenter(NEW_LINES)
          .withArrayIndenter(NEW_LINES);

  private GraphJson() {}

  /** Returns the topology as indented JSON with newlines as on Unix. */
  public static String text(GraphSpec spec) {
    try {
      return MAPPER.writer(LAYOUT).writeValueAsString(data(spec)) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Plain maps and lists have a JSON form.", impossible);
    }
  }

  /**
   * Returns the topology as plain maps, lists, text, numbers and booleans.
   *
   * <p>Keys: {@code name, version, fingerprint, maxSteps, routes} ({@code declared | open}), {@code
   * onFailure} ({@code park | fail}, absent when left to the kind of run), {@code state} ({@code
   * open, channels}), {@code nodes}, {@code edges}. Durations are ISO 8601 text.
   */
  public static Map<String, Object> data(GraphSpec spec) {
    return SpecData.of(spec);
  }

  /**
   * Reads the topology that {@link #data} wrote; policies that are absent have their defaults.
   *
   * @param data the JSON tree
   * @throws io.evergraph.error.InvalidInputException when it does not fit; names the place
   */
  public static GraphSpec read(JsonNode data) {
    return new SpecReader(data, FlowTexts.none()).graph();
  }

  /**
   * Returns the form of {@code GET /assistants/{id}/graph}: {@code nodes} with {@code id, type,
   * data}, {@code edges} with {@code source, target} and, where they apply, {@code conditional,
   * data}. Subgraphs are single nodes; a router that may go anywhere leads to every node.
   */
  public static Map<String, Object> forLangGraph(GraphSpec spec) {
    List<String> names = spec.nodes().stream().map(Node::name).toList();
    Wiring wiring = Wiring.of(spec);
    Stream<Arrow> arrows = wiring.arrows().stream().flatMap(arrow -> spread(arrow, names));
    Stream<Arrow> joined =
        wiring.joins().stream()
            .flatMap(
                join -> join.sources().stream().map(source -> Arrow.always(source, join.to())));
    return SpecData.object(
        "nodes",
        withEntryAndExit(names).map(GraphJson::node).toList(),
        "edges",
        Stream.concat(arrows, joined).distinct().map(GraphJson::edge).toList());
  }

  private static Stream<String> withEntryAndExit(List<String> names) {
    return Stream.of(Stream.of(START), names.stream(), Stream.of(END)).flatMap(all -> all);
  }

  private static Stream<Arrow> spread(Arrow arrow, List<String> names) {
    return arrow.to().equals(Wiring.ANYWHERE)
        ? Stream.concat(names.stream(), Stream.of(END))
            .map(name -> Arrow.byChoice(arrow.from(), name, arrow.label()))
        : Stream.of(arrow);
  }

  private static Map<String, Object> node(String name) {
    Map<String, Object> identity = SpecData.object("id", name, "name", name);
    return SpecData.object("id", name, "type", "runnable", "data", identity);
  }

  /** Clients of a LangGraph server refuse other keys. */
  private static Map<String, Object> edge(Arrow arrow) {
    Map<String, Object> data = SpecData.object("source", arrow.from(), "target", arrow.to());
    if (!arrow.label().isEmpty()) {
      data.put("data", arrow.label());
    }
    if (arrow.isConditional()) {
      data.put("conditional", true);
    }
    return data;
  }
}
