package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes graphs as JSON and reads them back: {@link #text} and {@link #data} hold all of a
 * topology, {@link #forLangGraph} what the clients of a LangGraph server draw.
 */
public final class GraphJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private GraphJson() {}

  /** Returns the topology as indented JSON with newlines as on Unix. */
  public static String text(GraphSpec spec) {
    try {
      return MAPPER.writer(new PlainIndent()).writeValueAsString(data(spec)) + "\n";
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
    return new SpecReader(data).graph();
  }

  /**
   * Returns the form of {@code GET /assistants/{id}/graph}: {@code nodes} with {@code id, type,
   * data}, {@code edges} with {@code source, target} and, where they apply, {@code conditional,
   * data}. Subgraphs are single nodes; a router that may go anywhere leads to every node.
   */
  public static Map<String, Object> forLangGraph(GraphSpec spec) {
    return LangGraphData.of(spec);
  }

  /** A topology as the clients of a LangGraph server expect it; they refuse other keys in edges. */
  private static final class LangGraphData {

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

  /** Two blanks a level, every element on its own line, the same newline on every platform. */
  private static final class PlainIndent extends DefaultPrettyPrinter {
    private static final long serialVersionUID = 1L;

    PlainIndent() {
      super(
          Separators.createDefaultInstance()
              .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
              .withObjectEmptySeparator("")
              .withArrayEmptySeparator(""));
      DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
      indentObjectsWith(indenter);
      indentArraysWith(indenter);
    }

    private PlainIndent(PlainIndent base) {
      super(base);
    }

    @Override
    public PlainIndent createInstance() {
      return new PlainIndent(this);
    }
  }
}
