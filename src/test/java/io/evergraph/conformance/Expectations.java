package io.evergraph.conformance;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
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
import java.util.stream.Stream;

/**
 * What the data files say, by section and id.
 *
 * @param sections the entries of each file, by the file's name without its ending
 */
record Expectations(Map<String, Map<String, Expectation>> sections) {
  private static final Path FOLDER = Path.of("src/test/resources/conformance");
  private static final ObjectMapper YAML =
      new ObjectMapper(new YAMLFactory()).enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** Reads all files. */
  static Expectations load() {
    Map<String, Map<String, Expectation>> sections = new LinkedHashMap<>();
    for (Path file : files()) {
      sections.put(file.getFileName().toString().replace(".yaml", ""), read(file));
    }
    return new Expectations(sections);
  }

  private static List<Path> files() {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.filter(file -> file.toString().matches(".*-[A-Z](-[a-z]+)?\\.yaml"))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Map<String, Expectation> read(Path file) {
    try {
      return YAML.readValue(
          file.toFile(), new TypeReference<LinkedHashMap<String, Expectation>>() {});
    } catch (IOException unreadable) {
      throw new UncheckedIOException(file + ": " + unreadable.getMessage(), unreadable);
    }
  }

  /** The name of a scenario for an entry of a section. */
  static String scenario(String section, String id) {
    return section.substring(0, section.indexOf('-')) + " " + id;
  }

  /** The entry for a scenario. */
  Optional<Expectation> of(String source, String id) {
    return sections.entrySet().stream()
        .filter(section -> section.getKey().startsWith(source + "-"))
        .flatMap(section -> Optional.ofNullable(section.getValue().get(id)).stream())
        .findFirst();
  }
}
