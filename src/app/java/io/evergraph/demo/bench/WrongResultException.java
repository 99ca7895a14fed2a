package io.evergraph.demo.bench;

/** A measured run did not end as it must: its figure means nothing. */
public final class WrongResultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Describes the difference. */
  public WrongResultException(String workload, Object expected, Object found) {
    super("Workload " + workload + ": expected " + expected + " but found " + found + ".");
  }
}
