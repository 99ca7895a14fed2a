package io.evergraph.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A change of one line that a scenario has to notice.
 *
 * @param scenario the name of the scenario, such as {@code langgraph C-10}
 * @param breaks what the changed line does wrong
 * @param file the changed file, below the package {@code io.evergraph} of the product
 * @param from a text that occurs once in the file
 * @param to the text in its place
 */
record Break(
    @JsonProperty(required = true) String scenario,
    @JsonProperty(required = true) String breaks,
    @JsonProperty(required = true) String file,
    @JsonProperty(required = true) String from,
    @JsonProperty(required = true) String to) {
  private static final Path DATA = Path.of("src/test/resources/conformance/breaks.yaml");
  private static final Path SOURCES = Path.of("src/main/java/io/evergraph");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** Reads all changes. */
  static List<Break> load() throws IOException {
    return YAML.readValue(DATA.toFile(), new TypeReference<List<Break>>() {});
  }

  /** Returns how often the text to change occurs in the file. */
  int occurrences() throws IOException {
    return read().split(Pattern.quote(from), -1).length - 1;
  }

  /** Returns the file with the change. */
  String changed() throws IOException {
    return read().replace(from, to);
  }

  private String read() throws IOException {
    return Files.readString(SOURCES.resolve(file));
  }
}
