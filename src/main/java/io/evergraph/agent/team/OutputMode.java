package io.evergraph.agent.team;

/** What the chat of a supervisor receives of what its workers say. */
public enum OutputMode {
  /** The last message of each worker. */
  LAST_MESSAGE,
  /** All messages of each worker, with its calls of tools and their results. */
  FULL_HISTORY
}
