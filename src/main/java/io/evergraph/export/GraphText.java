package io.evergraph.export;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.GraphSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Graphs as text that people write: JSON or YAML, in the form of {@link GraphJson#data}, checked by
 * {@link GraphSchema}.
 *
 * <p>What has a usual value may be left out: {@code version} is "1", {@code reducer} is {@code
 * replace}, policies are the usual ones, the code of a node or route has the name that stands
 * there, and the {@code kind} of a node or edge follows from its other fields.
 */
public final class GraphText {
  private static final Pattern JSON_BEGIN = Pattern.compile("\\s*\\{\\s*[\"}]");
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final ObjectMapper YAML =
      YAMLMapper.builder(YAMLFactory.builder().stringQuotingChecker(new QuotedNumbers()).build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.USE_NATIVE_TYPE_ID)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .build();

  private GraphText() {}

  /**
   * Quotes all that YAML reads as a number, such as versions {@code 2026_11_27} and {@code 1e5}.
   */
  private static final class QuotedNumbers extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean needToQuoteValue(String value) {
      return super.needToQuoteValue(value) || looksLikeYAMLNumber(value);
    }
  }

  /** Returns the whole topology as YAML, its lines ended by newlines. */
  public static String yaml(GraphSpec spec) {
    try {
      return YAML.writeValueAsString(GraphJson.data(spec));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Plain maps and lists have a YAML form.", impossible);
    }
  }

  /**
   * Reads a topology.
   *
   * @param text JSON or YAML
   * @param source where the text is from, for messages
   * @throws InvalidInputException when it is neither, or a field does not fit; names the place.
   *     Flows and graphs by name need their code: {@link GraphLoader} reads them
   * @throws InvalidGraphException when it has fields that no graph has
   */
  public static GraphSpec read(String text, String source) {
    return read(text, source, FlowTexts.none());
  }

  static GraphSpec read(String text, String source, FlowTexts flows) {
    SpecReader reader = new SpecReader(tree(text, source), flows);
    GraphSpec spec;
    try {
      spec = reader.graph();
    } catch (InvalidInputException misfit) {
      throw new InvalidInputException(
          source + ", " + misfit.subject(), misfit.expected(), misfit.found());
    }
    List<String> problems = new ArrayList<>();
    for (String place : reader.unreadPlaces()) {
      problems.add(source + " has " + place + ", which no graph has; correct or drop it");
    }
    flows.problems().forEach(it -> problems.add(source + it));
    if (!problems.isEmpty()) {
      throw new InvalidGraphException(spec.name(), problems);
    }
    return spec;
  }

  private static JsonNode tree(String text, String source) {
    boolean isJson = JSON_BEGIN.matcher(text).lookingAt();
    try (JsonParser tokens = (isJson ? JSON : YAML).createParser(text)) {
      requireNoAlias(tokens, source);
      JsonNode tree = (isJson ? JSON : YAML).readTree(text);
      if (!tree.isObject()) {
        throw new InvalidInputException(source, "a graph as JSON or YAML", "something else");
      }
      return tree;
    } catch (IOException malformed) {
      throw new InvalidInputException(
              source,
              isJson ? "JSON" : "YAML",
              "text that cannot be read"
                  + (malformed instanceof JsonProcessingException at ? place(at.getLocation()) : "")
                  + " (check quotes, commas, braces and indentation, and that no field is there"
                  + " twice)")
          .causedBy(malformed);
    }
  }

  /** A tree would hold the name of what an alias refers to. */
  private static void requireNoAlias(JsonParser tokens, String source) throws IOException {
    while (tokens.nextToken() != null) {
      if (tokens instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
        throw new InvalidInputException(
            source,
            "YAML without aliases",
            "'*"
                + tokens.getText()
                + "'"
                + place(tokens.currentTokenLocation())
                + "; write out what it stands for");
      }
    }
  }

  private static String place(@Nullable JsonLocation place) {
    return place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
  }
}
