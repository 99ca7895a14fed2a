package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.event.RunEvent;
import io.evergraph.temporal.payload.Referable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of a thread, as many as fit one reply.
 *
 * @param execution the Temporal run id to ask for them; null for the thread's latest
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EventPage(List<RunEvent> events, long next, boolean more, @Nullable String execution)
    implements Referable.Reply {
  /** Refers to an earlier execution; where the server has forgotten it, what follows is next. */
  public static EventPage of(PreviousExecution earlier) {
    return new EventPage(List.of(), earlier.event() + 1, true, earlier.execution());
  }
}
