package io.evergraph.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rules that make Evergraph different, each in words of the documents.
 *
 * @param byId the rules; an id is that of the rule and, after a dash, which part of it is meant
 */
record Rules(Map<String, Rule> byId) {
  /** What a scenario cites whose run parks. */
  static final String PARK = "S12-park";

  private static final Path FILE = Path.of("src/test/resources/conformance/rules.yaml");
  private static final Path DOCS = Path.of("docs");

  /**
   * One rule.
   *
   * @param page the page of {@code docs} that states it
   * @param words the words with which it does, up to line breaks
   */
  record Rule(
      @JsonProperty(required = true) String page, @JsonProperty(required = true) String words) {
    boolean isInTheDocuments() {
      try {
        return Files.readString(DOCS.resolve(page)).replaceAll("\\s+", " ").contains(words);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    private String citation(String id) {
      String number = id.substring(0, id.indexOf('-'));
      return "%s ([%s](%s): “%s”)".formatted(number, page.replace(".md", ""), page, words);
    }
  }

  /** Reads the file. */
  static Rules load() {
    try {
      return new Rules(
          new ObjectMapper(new YAMLFactory())
              .readValue(FILE.toFile(), new TypeReference<LinkedHashMap<String, Rule>>() {}));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(FILE + ": " + unreadable.getMessage(), unreadable);
    }
  }

  /** The citations of some rules, as Markdown. */
  String cite(List<String> ids) {
    return ids.stream()
        .map(id -> Optional.ofNullable(byId.get(id)).orElseThrow().citation(id))
        .collect(Collectors.joining("; "));
  }
}
