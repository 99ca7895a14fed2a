package io.evergraph.event;

import java.util.Map;
import java.util.function.Function;

/** What matters of an event, in one line. */
final class EventText {
  private static final Map<Class<? extends RunEvent>, Function<RunEvent, Object>> TEXTS =
      Map.ofEntries(
          text(RunEvent.RunStarted.class, it -> it.runs() + " " + it.cause()),
          text(RunEvent.RunFinished.class, it -> it.runs() + " " + it.checkpoint()),
          text(RunEvent.RunWaiting.class, it -> it.runs() + " " + it.interrupts()),
          text(RunEvent.RunParked.class, it -> it.runs() + " " + it.tasks().size()),
          text(RunEvent.RunFailed.class, it -> it.runs() + " " + it.error()),
          text(RunEvent.RunCancelled.class, it -> it.runs() + " " + it.next()),
          text(
              RunEvent.StepPlanned.class,
              it -> it.step() + " " + it.tasks().stream().map(RunEvent.PlannedNode::node).toList()),
          text(
              RunEvent.StepCommitted.class,
              it -> it.checkpoint() + " " + it.source() + " -> " + it.next()),
          text(RunEvent.TaskFinished.class, it -> it.node() + " " + it.writes().size()),
          text(RunEvent.TaskFailed.class, it -> it.node() + " " + it.message()),
          text(InterruptEvent.InterruptOpened.class, it -> it.interrupt().node()),
          text(InterruptEvent.InterruptAnswered.class, InterruptEvent.InterruptAnswered::node),
          text(InterruptEvent.AnswerIgnored.class, InterruptEvent.AnswerIgnored::reason),
          text(HeadEvent.StateEdited.class, it -> it.checkpoint() + " " + it.asNode()));

  private EventText() {}

  static String of(RunEvent event) {
    return event.type() + " " + TEXTS.get(event.getClass()).apply(event);
  }

  private static <E extends RunEvent> Map.Entry<Class<E>, Function<RunEvent, Object>> text(
      Class<E> kind, Function<E, Object> text) {
    return Map.entry(kind, event -> text.apply(kind.cast(event)));
  }
}
