package io.evergraph.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What the folder {@code temporal-dev} says that a Temporal server needs. */
public final class ServerSettings {
  static final Path DYNAMIC = Path.of("temporal-dev/dynamicconfig/evergraph.yaml");
  static final Path SEARCH_ATTRIBUTES = Path.of("temporal-dev/search-attributes");

  private ServerSettings() {}

  /** The settings that take effect while it runs: one value each, without constraints. */
  public static Map<String, Object> dynamic() {
    Map<String, List<Map<String, Object>>> file = yaml(DYNAMIC);
    Map<String, Object> settings = new TreeMap<>();
    file.forEach((key, values) -> settings.put(key, onlyValue(key, values)));
    return settings;
  }

  private static Object onlyValue(String key, List<Map<String, Object>> values) {
    if (values.size() != 1 || !values.get(0).keySet().equals(Set.of("value"))) {
      throw new IllegalStateException(key + " should have one value and no constraint");
    }
    return values.get(0).get("value");
  }

  /** The search attributes, {@code NAME=TYPE}. */
  public static List<String> searchAttributes() {
    return text(SEARCH_ATTRIBUTES).lines().toList();
  }

  /** Reads a document with anchors and merged keys. */
  static <T> T yaml(Path file) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text(file));
  }

  /** Reads the documents of a file. */
  static Iterable<Object> yamls(Path file) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text(file));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
