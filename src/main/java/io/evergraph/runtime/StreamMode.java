package io.evergraph.runtime;

/** What can be watched of a run. */
public enum StreamMode {
  /** What the channels hold: at the beginning, and after each superstep that wrote something. */
  VALUES,
  /** What each node wrote, as soon as it has finished. */
  UPDATES,
  /** The messages that nodes write: word by word where they come so, else whole. */
  MESSAGES,
  /** What nodes emit of their own: values and progress. */
  CUSTOM,
  /** The begin and the end of each task. */
  TASKS,
  /** Each checkpoint. */
  CHECKPOINTS,
  /** Tasks and checkpoints with step and time. */
  DEBUG
}
