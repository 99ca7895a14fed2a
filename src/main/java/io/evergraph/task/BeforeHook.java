package io.evergraph.task;

import io.evergraph.error.GraphException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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
     * @param retryAfter when it is worth to ask again; null where time does not help
     */
    record Refuse(String reason, @Nullable Duration retryAfter) implements Decision {}

    /** Lets a request pass. */
    static Decision pass(AgentRequest request) {
      return new Pass(request);
    }

    /** Refuses the request and says why. */
    static Decision refuse(String reason) {
      return new Refuse(reason, null);
    }

    /** Refuses the request for a while, says why, and when it is worth to ask again. */
    static Decision refuse(String reason, Duration retryAfter) {
      return new Refuse(reason, retryAfter);
    }
  }
}
