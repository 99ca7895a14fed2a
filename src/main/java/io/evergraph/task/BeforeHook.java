package io.evergraph.task;

import io.evergraph.error.GraphException;
import java.time.Duration;
import java.util.Objects;

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
    /** When it is worth to ask again where a hook does not say so. */
    Duration ASK_AGAIN = Duration.ofMinutes(1);

    /**
     * Lets a request pass.
     *
     * @param request what goes on; its agent, user, priority and thread are as they were
     */
    record Pass(AgentRequest request) implements Decision {
      public Pass {
        Objects.requireNonNull(request, "request");
      }
    }

    /**
     * Refuses the request.
     *
     * @param reason what the caller is told
     * @param retryAfter when it is worth to ask again
     */
    record Refuse(String reason, Duration retryAfter) implements Decision {
      public Refuse {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(retryAfter, "retryAfter");
      }
    }

    /** Lets a request pass. */
    static Decision pass(AgentRequest request) {
      return new Pass(request);
    }

    /** Refuses the request and says why; it is worth to ask again after {@link #ASK_AGAIN}. */
    static Decision refuse(String reason) {
      return new Refuse(reason, ASK_AGAIN);
    }

    /** Refuses the request, says why, and when it is worth to ask again. */
    static Decision refuse(String reason, Duration retryAfter) {
      return new Refuse(reason, retryAfter);
    }
  }
}
