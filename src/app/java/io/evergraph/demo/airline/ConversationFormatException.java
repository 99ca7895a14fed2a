package io.evergraph.demo.airline;

/**
 * Thrown when a file of conversations cannot be understood; the message names file, line, field and
 * what was found.
 */
public final class ConversationFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String source;
  private final int line;

  ConversationFormatException(String source, int line, String problem) {
    super(source + ", line " + line + ": " + problem);
    this.source = source;
    this.line = line;
  }

  /** Returns the file or resource as the caller gave it. */
  public String source() {
    return source;
  }

  /** Returns the line, from 1; the one after the last if something is missing at the end. */
  public int line() {
    return line;
  }
}
