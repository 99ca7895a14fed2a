package io.evergraph.spring;

/**
 * What becomes of files in {@code evergraph.graphs} that are invalid, or name code that the
 * application lacks. A bean of this type decides; without one, they are refused.
 */
public enum InvalidGraphFiles {
  /** The application does not start. */
  REFUSED,
  /** For processes that look at threads and run no graph: the other files are read. */
  LEFT_OUT
}
