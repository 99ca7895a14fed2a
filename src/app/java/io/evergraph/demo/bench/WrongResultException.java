package io.evergraph.demo.bench;

/** A measured run did not end as it must: its figure means nothing. */
public final class WrongResultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Describes the difference.
   *
   * @param workload the name of the workload
   * @param expected what it must end in
   * @param found what it ended in
   */
  public WrongResultException(String workload, Object expected, Object found) {
    super("Workload " + workload + ": expected " + expected + " but found " + found + ".");
  }
}
