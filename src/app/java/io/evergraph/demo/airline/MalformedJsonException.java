package io.evergraph.demo.airline;

/** Thrown when JSON does not have the shape that was expected; carries the path of the field. */
final class MalformedJsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String path;
  private final String problem;

  MalformedJsonException(String path, String problem) {
    super(problem);
    this.path = path;
    this.problem = problem;
  }

  /** The field and what is wrong with it, in one line. */
  String describe() {
    return path.isEmpty() ? problem : path + ": " + problem;
  }

  /** The field, such as {@code messages[3].content}; empty for the whole text. */
  String path() {
    return path;
  }
}
