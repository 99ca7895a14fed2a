package io.evergraph.conformance;

/**
 * Graphs and steps that show one behaviour.
 *
 * @param source the engine whose behaviour it is: {@code langgraph} or {@code engines}
 * @param id the id in the list of behaviours, such as {@code C-10}
 * @param play the steps
 */
record Scenario(String source, String id, Steps play) {

  /** What a scenario does. */
  @FunctionalInterface
  interface Steps {
    void accept(Stage stage) throws Exception;
  }

  /** The name that tests show. */
  String name() {
    return source + " " + id;
  }
}
