package io.evergraph.export;

import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;

/**
 * Makes graphs that run from text: {@link GraphText} is read, and what it names is bound to code.
 *
 * @param names the code that the texts may name
 */
public record GraphLoader(BindingRegistry names) {

  /**
   * Returns the graph of a text.
   *
   * @param text JSON or YAML
   * @param source where it is from, for messages
   * @throws io.evergraph.error.InvalidInputException when the text has another form
   * @throws io.evergraph.error.InvalidGraphException with all mistakes and all names that are not
   *     known, and those that are
   */
  public Graph load(String text, String source) {
    FlowTexts flows = new FlowTexts(names);
    GraphSpec spec = GraphText.read(text, source, flows);
    return Graph.of(spec, names, flows.graphs());
  }
}
