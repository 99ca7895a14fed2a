package io.evergraph.temporal;

/**
 * The order to stop the run in progress.
 *
 * @param id the id of the message
 */
public record Cancel(String id) implements Message {
  @Override
  public <R> R match(Cases<R> cases) {
    return cases.cancel(this);
  }
}
