package io.evergraph.export;

/**
 * One line of a drawing, from a node to a node.
 *
 * @param from the node it leaves, or START
 * @param to the node it leads to, END, or {@link #ANYWHERE}
 * @param taken when it is taken
 * @param label what is written on it; empty for nothing
 */
record Arrow(String from, String to, Taken taken, String label) {
  /** Stands for a target that only the code knows. */
  static final String ANYWHERE = "__any__";

  /** When an arrow is taken. */
  enum Taken {
    ALWAYS,
    BY_CHOICE
  }

  static Arrow always(String from, String to) {
    return new Arrow(from, to, Taken.ALWAYS, "");
  }

  static Arrow byChoice(String from, String to, String label) {
    return new Arrow(from, to, Taken.BY_CHOICE, label);
  }

  Arrow below(String path) {
    return new Arrow(path + from, path + to, taken, label);
  }

  boolean isConditional() {
    return taken == Taken.BY_CHOICE;
  }
}
