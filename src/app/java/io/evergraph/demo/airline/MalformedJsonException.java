package io.evergraph.demo.airline;

final class MalformedJsonException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String path;
  private final String problem;

  MalformedJsonException(String path, String problem) {
    super(problem);
    this.path = path;
    this.problem = problem;
  }

  String describe() {
    return path.isEmpty() ? problem : path + ": " + problem;
  }

  String path() {
    return path;
  }
}
