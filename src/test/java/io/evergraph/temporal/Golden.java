package io.evergraph.temporal;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A history that was kept, and what the replayer does not look at: the inputs of activities. Those
 * of remote ones stand in the history, those of local ones are kept beside it.
 *
 * @param history the history
 * @param local the local activities, in the order in which they began
 */
record Golden(WorkflowExecutionHistory history, List<Witness.Order> local) {
  private static final Path KEPT = Path.of("src/test/resources/histories");
  private static final int PLAIN_BYTES = 200_000;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Reads what was kept under a name. */
  static Golden read(String name) throws IOException {
    Path local = KEPT.resolve(name + ".local.json");
    List<Witness.Order> orders =
        Files.exists(local)
            ? JSON.readValue(Files.readString(local), new TypeReference<>() {})
            : List.of();
    return new Golden(ofItsThread(WorkflowExecutionHistory.fromJson(text(name))), orders);
  }

  /** Ids of tasks and questions follow from the thread's, so that it is replayed under its own. */
  private static WorkflowExecutionHistory ofItsThread(WorkflowExecutionHistory history) {
    String thread =
        history.getEvents().get(0).getWorkflowExecutionStartedEventAttributes().getWorkflowId();
    return new WorkflowExecutionHistory(history.getHistory(), thread);
  }

  private static String text(String name) throws IOException {
    Path packed = KEPT.resolve(name + ".json.gz");
    if (!Files.exists(packed)) {
      return Files.readString(KEPT.resolve(name + ".json"));
    }
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Keeps this under a name; packed where it is large. */
  void keep(String name) throws IOException {
    String json = history.toJson(true).replaceAll("\\d+@[\\w.-]+", "1@worker") + "\n";
    Path plain = KEPT.resolve(name + ".json");
    if (json.length() <= PLAIN_BYTES) {
      Files.writeString(plain, json);
    } else {
      Files.deleteIfExists(plain);
      try (OutputStream out =
          new GZIPOutputStream(Files.newOutputStream(KEPT.resolve(name + ".json.gz")))) {
        out.write(json.getBytes(StandardCharsets.UTF_8));
      }
    }
    if (!local.isEmpty()) {
      Files.writeString(KEPT.resolve(name + ".local.json"), JSON.writeValueAsString(local) + "\n");
    }
  }

  /**
   * Compares what was ordered with what is.
   *
   * @param younger the fields that inputs have got since this was kept
   * @return one line for each difference
   */
  List<String> differences(Witness seen, Set<String> younger) {
    List<String> differences = new ArrayList<>();
    for (HistoryEvent event : history.getEvents()) {
      if (event.hasActivityTaskScheduledEventAttributes()) {
        String id = event.getActivityTaskScheduledEventAttributes().getActivityId();
        compare("event " + event.getEventId(), remote(event), seen.remote().get(id), younger)
            .forEach(differences::add);
      }
    }
    for (int i = 0; i < Math.max(local.size(), seen.local().size()); i++) {
      String place = "local activity " + (i + 1);
      compare(place, at(local, i), at(seen.local(), i), younger).forEach(differences::add);
    }
    return differences;
  }

  /** Returns whether the execution had ended. */
  boolean isClosed() {
    HistoryEvent last = history.getLastEvent();
    return last.hasWorkflowExecutionCompletedEventAttributes()
        || last.hasWorkflowExecutionContinuedAsNewEventAttributes()
        || last.hasWorkflowExecutionFailedEventAttributes();
  }

  private static Witness.@Nullable Order at(List<Witness.Order> orders, int index) {
    return index < orders.size() ? orders.get(index) : null;
  }

  private static Witness.Order remote(HistoryEvent event) {
    var scheduled = event.getActivityTaskScheduledEventAttributes();
    String summary = Witness.tree(event.getUserMetadata().getSummary()).asText();
    JsonNode input = Witness.tree(scheduled.getInput().getPayloads(0));
    return new Witness.Order(scheduled.getActivityType().getName(), summary, input);
  }

  private static List<String> compare(
      String place,
      Witness.@Nullable Order expected,
      Witness.@Nullable Order found,
      Set<String> younger) {
    if (expected == null || found == null) {
      return List.of(place + ": expected " + expected + " but found " + found);
    }
    List<String> lines = new ArrayList<>();
    compare("", JSON.valueToTree(expected), JSON.valueToTree(found), younger, lines);
    return lines.stream().map(line -> place + ", node '" + expected.type() + "': " + line).toList();
  }

  private static void compare(
      String at, JsonNode expected, JsonNode found, Set<String> younger, List<String> lines) {
    if (expected.isObject() && found.isObject()) {
      Set<String> names = new TreeSet<>();
      expected.fieldNames().forEachRemaining(names::add);
      found.fieldNames().forEachRemaining(names::add);
      names.removeIf(name -> younger.contains(name) && !expected.has(name));
      names.forEach(
          name -> compare(at + "/" + name, expected.path(name), found.path(name), younger, lines));
    } else if (!expected.equals(found)) {
      lines.add(at + ": expected " + shown(expected) + " but found " + shown(found));
    }
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "nothing" : value.toString();
  }
}
