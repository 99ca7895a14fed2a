package io.evergraph.temporal.payload;

import io.evergraph.error.BlobUnavailableException;

/**
 * A workflow could not read a value of its own history now. No exception: it must not reach the
 * interpreter as the failure of a task, but end the workflow task, which the server gives out
 * again.
 */
final class BlobOutage extends Error {
  private static final long serialVersionUID = 1L;

  BlobOutage(BlobUnavailableException cause) {
    super(cause.getMessage(), cause);
  }
}
