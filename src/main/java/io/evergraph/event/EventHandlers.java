package io.evergraph.event;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What is done with the kinds of events that matter to a reader; the others pass by. */
public final class EventHandlers {
  private final Map<Class<? extends RunEvent>, Consumer<RunEvent>> byKind = new HashMap<>();

  /** Sets what is done with one kind of event. */
  public <E extends RunEvent> EventHandlers on(Class<E> kind, Consumer<E> handler) {
    byKind.put(kind, event -> handler.accept(kind.cast(event)));
    return this;
  }

  /** Hands an event to whoever wants its kind. */
  public void accept(RunEvent event) {
    byKind.getOrDefault(event.getClass(), ignored -> {}).accept(event);
  }
}
