package io.evergraph.contract;

import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says what a part of a stream shows, in the words of the suites.
 *
 * @param channel the list that tells the states of the graph apart
 */
public record PartText(String channel) implements StreamPart.Cases<String> {

  /** Returns what the parts of a run show, until it stops. */
  public static List<String> of(RunStream stream, String channel) {
    List<String> texts = new ArrayList<>();
    try (stream) {
      stream.forEach(part -> texts.add(part.match(new PartText(channel))));
    }
    return texts;
  }

  @Override
  public String values(StreamPart.Values it) {
    return "values " + it.state().values().getOrDefault(channel, "none");
  }

  @Override
  public String update(StreamPart.Update it) {
    String verb = it.freshness() == StreamPart.Update.Freshness.KEPT ? " kept " : " wrote ";
    return name(it.origin()) + verb + written(it.writes());
  }

  @Override
  public String messageChunk(StreamPart.MessageChunk it) {
    return it.messageId() + " " + it.delta();
  }

  @Override
  public String messageFinished(StreamPart.MessageFinished it) {
    return it.message().id() + " is complete, unseen '" + it.unseen() + "'";
  }

  @Override
  public String custom(StreamPart.Custom it) {
    return name(it.origin()) + " emits " + it.value();
  }

  @Override
  public String progressed(StreamPart.Progressed it) {
    return name(it.origin()) + " is " + it.text() + " " + it.fraction();
  }

  @Override
  public String attemptBegun(StreamPart.AttemptBegun it) {
    return name(it.origin()) + " begins attempt " + it.attempt();
  }

  @Override
  public String attemptFailed(StreamPart.AttemptFailed it) {
    String next = it.retryAfter() == null ? "for good" : "to retry after " + it.retryAfter();
    return name(it.origin()) + " fails attempt " + it.attempt() + " " + next + ": " + it.message();
  }

  @Override
  public String taskStarted(StreamPart.TaskStarted it) {
    String verb = it.reason() == StreamPart.TaskStarted.Reason.SENT ? " is sent " : " begins with ";
    return name(it.origin()) + verb + it.input().values().getOrDefault(channel, "none");
  }

  @Override
  public String taskEnded(StreamPart.TaskEnded it) {
    if (!it.interrupts().isEmpty()) {
      return name(it.origin()) + " asks " + it.interrupts().get(0).value();
    }
    return Optional.ofNullable(it.error())
        .map(error -> name(it.origin()) + " fails: " + error)
        .orElseGet(() -> name(it.origin()) + " ends with " + written(it.writes()));
  }

  @Override
  public String checkpointMade(StreamPart.CheckpointMade it) {
    return "checkpoint " + it.step() + " next " + it.next();
  }

  @Override
  public String debug(StreamPart.Debug it) {
    return "debug " + it.step() + " " + it.part().match(this);
  }

  @Override
  public String ended(StreamPart.Ended it) {
    String end = it.end().type();
    if (!it.interrupts().isEmpty()) {
      return end + " asks " + it.interrupts().get(0).value();
    }
    return it.failures().isEmpty() ? end : end + " after " + it.failures().get(0).message();
  }

  /** The node under the subgraphs around it, without the ids of tasks. */
  private static String name(TaskOrigin origin) {
    return origin.namespace().isEmpty()
        ? origin.node()
        : origin.namespace().replaceAll(":[^|]*", ":").replace("|", "") + origin.node();
  }

  private static List<Object> written(List<Write> writes) {
    List<Object> values = new ArrayList<>();
    for (Write write : writes) {
      if (write.value() instanceof List<?> elements) {
        values.addAll(elements);
      } else {
        values.add(write.value());
      }
    }
    return values;
  }
}
