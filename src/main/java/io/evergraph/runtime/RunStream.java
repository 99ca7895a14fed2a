package io.evergraph.runtime;

/**
 * What is to be seen of one run, as it comes. Ends when the run ends. For one reader at a time;
 * close it to free what it holds.
 *
 * <p>What the thread records comes without gaps, however late one begins to read. What nodes emit
 * comes at its place between, as far as it is still held; it is lost to those who read too slowly.
 */
public interface RunStream extends Feed<StreamPart>, Iterable<StreamPart> {

  /** Returns whether nothing more comes: all of the run was seen, or the stream is closed. */
  boolean isOver();
}
