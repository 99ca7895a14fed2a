package io.evergraph.pregel;

/**
 * Where the inside of a call stands on a thread above it, as if it ran inline there.
 *
 * @param thread the thread above
 * @param namespace the namespace of what the call does
 * @param checkpoint the number of the checkpoint of that thread which the calling task reads
 */
public record CallSite(String thread, String namespace, long checkpoint) {

  CallSite inside(String own) {
    return new CallSite(thread, within(own), checkpoint);
  }

  /** Returns a namespace of the call as the thread above knows it. */
  public String within(String own) {
    return own.isEmpty() ? namespace : namespace + "|" + own;
  }
}
