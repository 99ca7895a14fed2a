package io.evergraph.conformance;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a behaviour of another engine stands to this one. */
enum Verdict {
  /** The same behaviour. */
  @JsonProperty("same")
  SAME("same"),
  /** Another one, on purpose; the scenario asserts ours. */
  @JsonProperty("different")
  DIFFERENT("deliberately different"),
  /** The feature comes later. */
  @JsonProperty("later")
  LATER("later"),
  /** It has no counterpart in Java, on Temporal, or among what graphs are. */
  @JsonProperty("not-applicable")
  NOT_APPLICABLE("not applicable");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** Whether a scenario shows it. */
  boolean isPlayed() {
    return this == SAME || this == DIFFERENT;
  }

  @Override
  public String toString() {
    return text;
  }
}
