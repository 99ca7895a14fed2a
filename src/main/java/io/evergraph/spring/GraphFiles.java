package io.evergraph.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.export.GraphLoader;
import io.evergraph.graph.Graph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;

record GraphFiles(
    GraphLoader loader,
    ResourcePatternResolver resources,
    List<String> locations,
    InvalidGraphFiles invalid) {
  private static final Logger LOG = LoggerFactory.getLogger(GraphFiles.class);

  /**
   * Returns the graphs of the files. A file may name the declared graphs, and those of files before
   * it.
   */
  Stream<Graph> graphs(List<Graph> declared) {
    declared.forEach(loader.names()::graph);
    List<Graph> graphs = new ArrayList<>();
    for (String location : locations) {
      try {
        read(location, graphs);
      } catch (IOException failure) {
        leaveOut(
            new InvalidInputException(
                    "evergraph.graphs",
                    "locations of files that can be read",
                    location + " (" + failure.getMessage() + ")")
                .causedBy(failure));
      }
    }
    return graphs.stream();
  }

  private void read(String location, List<Graph> graphs) throws IOException {
    Resource[] found = resources.getResources(location);
    if (found.length == 0) {
      LOG.warn("Expected files of graphs (evergraph.graphs) but found none at {}.", location);
    }
    for (Resource resource : found) {
      try {
        graphs.add(load(resource));
      } catch (InvalidGraphException | InvalidInputException mistaken) {
        leaveOut(mistaken);
      }
    }
  }

  private void leaveOut(GraphException mistaken) {
    if (invalid == InvalidGraphFiles.REFUSED) {
      throw mistaken;
    }
    LOG.info("A file of evergraph.graphs is left out: {}", mistaken.getMessage());
  }

  private Graph load(Resource resource) throws IOException {
    String file = resource.getDescription();
    try {
      Graph graph = loader.load(resource.getContentAsString(UTF_8), file);
      loader.names().graph(graph);
      return graph;
    } catch (InvalidGraphException invalid) {
      throw new InvalidGraphException(
          invalid.graph(), invalid.problems().stream().map(it -> in(file, it)).toList());
    }
  }

  /** Problems of the text name its file, those of the graph that it describes do not. */
  private static String in(String file, String problem) {
    return problem.startsWith(file) ? problem : file + ": " + problem;
  }
}
