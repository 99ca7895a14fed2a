package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.evergraph.temporal.workflow.FactsBook;
import java.util.List;

/**
 * What a task stands on, and is not given: a checkpoint whose state it reads, and the facts of its
 * run. As text its parts are joined by dots: {@code 35.edHvC1.Xy9f}.
 *
 * @param checkpoint the number of the checkpoint
 * @param digest the digest of that checkpoint; empty for what the workflow run began with
 * @param facts the reference of the facts, as {@link FactsBook} makes it; empty where they are sent
 *     along
 */
public record Reference(long checkpoint, String digest, String facts) {
  private static final String SEPARATOR = ".";
  private static final int PARTS = 3;

  /** Reads the text. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Reference read(String text) {
    List<String> parts = List.of(text.split("\\.", PARTS));
    return new Reference(Long.parseLong(parts.get(0)), part(parts, 1), part(parts, 2));
  }

  private static String part(List<String> parts, int index) {
    return index < parts.size() ? parts.get(index) : "";
  }

  /** Returns the text; empty parts at its end are left out. */
  @JsonValue
  public String text() {
    if (facts.isEmpty()) {
      return digest.isEmpty() ? Long.toString(checkpoint) : checkpoint + SEPARATOR + digest;
    }
    return checkpoint + SEPARATOR + digest + SEPARATOR + facts;
  }

  /** Returns this without a reference to facts, which are sent along. */
  Reference withoutFacts() {
    return new Reference(checkpoint, digest, "");
  }

  /** Returns the key of the state. */
  public StateKey stateKey(String workflowRun) {
    return new StateKey(workflowRun, checkpoint, digest);
  }
}
