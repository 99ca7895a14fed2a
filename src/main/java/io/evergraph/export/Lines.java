package io.evergraph.export;

/** Text that is written line by line, indented by two blanks a level. */
final class Lines {
  private static final String INDENT = "  ";

  private final StringBuilder text = new StringBuilder();
  private int depth;

  void add(String line) {
    text.append(INDENT.repeat(depth)).append(line).append('\n');
  }

  /** Adds a line and indents what follows. */
  void open(String line) {
    add(line);
    depth++;
  }

  /** Ends the indentation and adds a line. */
  void close(String line) {
    depth--;
    add(line);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
