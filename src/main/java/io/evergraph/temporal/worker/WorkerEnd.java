package io.evergraph.temporal.worker;

/** How far a worker has ended: while it closes, running nodes may finish; then it cuts them off. */
public final class WorkerEnd {
  private volatile boolean closing;
  private volatile boolean cutOff;

  /** Lets running nodes finish, and no other begin. */
  public void begin() {
    closing = true;
  }

  /** Has the nodes that still run count as lost with their worker, whatever they throw. */
  public void cutOff() {
    cutOff = true;
  }

  boolean isClosing() {
    return closing;
  }

  boolean isCutOff() {
    return cutOff;
  }
}
