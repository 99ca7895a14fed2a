package io.evergraph.task;

import io.evergraph.error.GraphException;

/**
 * Sees each request after the limits and before its record: lets it pass as it is, rewrites its
 * input and context, or refuses it. What it throws refuses the request too; a {@link
 * GraphException} as it is.
 */
@FunctionalInterface
public interface BeforeHook {
  /** Decides on a request. */
  Decision before(AgentRequest request);

  /** What a hook decides. */
  sealed interface Decision {
    /**
     * Lets a request pass.
     *
     * @param request what goes on; its agent, user, priority and thread are as they were
     */
    record Pass(AgentRequest request) implements Decision {}

    /**
     * Refuses the request.
     *
     * @param reason what the caller is told
     */
    record Refuse(String reason) implements Decision {}

    /** Lets a request pass. */
    static Decision pass(AgentRequest request) {
      return new Pass(request);
    }

    /** Refuses the request and says why. */
    static Decision refuse(String reason) {
      return new Refuse(reason);
    }
  }
}
