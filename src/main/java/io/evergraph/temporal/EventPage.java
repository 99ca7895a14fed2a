package io.evergraph.temporal;

import io.evergraph.event.RunEvent;
import java.util.List;

/**
 * Events of a thread, as many as fit one reply.
 *
 * @param events the events in order
 * @param next the number to ask for next
 * @param more whether there are further ones already
 */
public record EventPage(List<RunEvent> events, long next, boolean more) implements Referable.Reply {
  /** Copies the events. */
  public EventPage {
    events = List.copyOf(events);
  }
}
