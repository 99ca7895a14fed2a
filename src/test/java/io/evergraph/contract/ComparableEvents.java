package io.evergraph.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.codec.StateCodec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Events as JSON that can be compared between runtimes: results are sorted within their superstep
 * and renumbered. Left out are {@code at} and the {@code duration} of reports, which clocks decide,
 * and the {@code forkId}, which callers draw.
 */
final class ComparableEvents {
  private static final StateCodec CODEC = StateCodec.create();

  private ComparableEvents() {}

  static List<String> of(List<RunEvent> events) {
    List<ObjectNode> sorted = new ArrayList<>();
    List<ObjectNode> results = new ArrayList<>();
    for (RunEvent event : events) {
      if (isResult(event)) {
        results.add(json(event));
      } else {
        flush(results, sorted);
        sorted.add(json(event));
      }
    }
    flush(results, sorted);
    for (int index = 0; index < sorted.size(); index++) {
      sorted.get(index).put("number", index + 1);
    }
    return sorted.stream().map(JsonNode::toString).toList();
  }

  private static boolean isResult(RunEvent event) {
    return event instanceof RunEvent.TaskFinished
        || event instanceof RunEvent.TaskFailed
        || event instanceof RecoveryEvent.HandlerPlanned
        || event instanceof InterruptEvent.InterruptOpened;
  }

  private static void flush(List<ObjectNode> results, List<ObjectNode> sorted) {
    results.forEach(result -> result.remove("number"));
    results.stream().sorted(Comparator.comparing(JsonNode::toString)).forEach(sorted::add);
    results.clear();
  }

  private static ObjectNode json(RunEvent event) {
    ObjectNode tree = parsed(CODEC.toJson(event).toString());
    tree.remove("at");
    tree.remove("forkId");
    if (tree.path("interrupt") instanceof ObjectNode question) {
      question.remove("expiresAt");
    }
    if (tree.path("report") instanceof ObjectNode report) {
      report.remove("duration");
    }
    return tree;
  }

  /** Through text, so that typed values and those read from a wire become the same tree. */
  private static ObjectNode parsed(String text) {
    try {
      return (ObjectNode) CODEC.mapper().readTree(text);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
