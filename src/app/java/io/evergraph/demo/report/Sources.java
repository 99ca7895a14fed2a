package io.evergraph.demo.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import io.evergraph.llm.message.ToolCallException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documents that the researcher searches and reads. */
final class Sources {
  private static final String RESOURCE = "/report/sources.json";

  private final List<Source> sources = bundled();

  record Source(String id, String title, String text) {
    boolean isAbout(String words) {
      String whole = (title + " " + text).toLowerCase(Locale.ROOT);
      return Stream.of(words.toLowerCase(Locale.ROOT).split("\\W+")).anyMatch(whole::contains);
    }
  }

  private static List<Source> bundled() {
    try (InputStream in = Sources.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new FileNotFoundException("There is no resource " + RESOURCE);
      }
      return List.of(new JsonMapper().readValue(in, Source[].class));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Tool("Finds documents that hold one of some words")
  String search(@P("the words") String words) {
    return sources.stream()
        .filter(source -> source.isAbout(words))
        .map(source -> source.id() + ": " + source.title())
        .collect(Collectors.joining("\n"));
  }

  @Tool("Reads a document")
  String read(@P("the id of the document, as search gives it") String id) {
    return sources.stream()
        .filter(source -> source.id().equals(id))
        .map(Source::text)
        .findFirst()
        .orElseThrow(() -> new ToolCallException("There is no document '" + id + "'; search."));
  }
}
