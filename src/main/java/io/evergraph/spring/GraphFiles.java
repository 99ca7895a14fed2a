package io.evergraph.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.error.InvalidInputException;
import io.evergraph.export.GraphLoader;
import io.evergraph.graph.Graph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourcePatternResolver;

record GraphFiles(GraphLoader loader, ResourcePatternResolver resources, List<String> locations) {

  /**
   * Returns the graphs of the files. A file may name the declared graphs, and those of files before
   * it.
   */
  Stream<Graph> graphs(List<Graph> declared) {
    declared.forEach(loader.names()::graph);
    List<Graph> graphs = new ArrayList<>();
    for (String location : locations) {
      try {
        for (Resource resource : resources.getResources(location)) {
          graphs.add(load(resource));
        }
      } catch (IOException failure) {
        throw new InvalidInputException(
                "evergraph.graphs",
                "locations of files that can be read",
                location + " (" + failure.getMessage() + ")")
            .causedBy(failure);
      }
    }
    return graphs.stream();
  }

  private Graph load(Resource resource) throws IOException {
    Graph graph = loader.load(resource.getContentAsString(UTF_8), resource.getDescription());
    loader.names().graph(graph);
    return graph;
  }
}
