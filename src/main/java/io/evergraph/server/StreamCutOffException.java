package io.evergraph.server;

import java.io.IOException;

/**
 * A stream ends before what it shows: the connection has to break, since clients take a response
 * that ends in good order for the whole of it. Clients read on where they were, by the address in
 * {@code Location} and the header {@code Last-Event-ID}.
 */
public final class StreamCutOffException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Tells that a stream was cut off: what it shows and why. */
  public StreamCutOffException(String stream, String reason) {
    super(
        "The stream of %s was cut off: %s. Clients read on from where they were."
            .formatted(stream, reason));
  }

  /** The web server logs this: where it was made is of no interest. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
