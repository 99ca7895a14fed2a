package io.evergraph.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** One failed task, and the id of the run that goes on with it. */
final class ParkedTarget {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Option(names = "--thread", paramLabel = "ID", required = true, description = "The thread.")
  private String thread = "";

  @Option(
      names = "--task",
      paramLabel = "ID",
      description = "The task; may be left out where one has failed.")
  private @Nullable String task;

  @Option(
      names = "--run",
      paramLabel = "ID",
      description = "The id of the run that begins, to repeat it without doing it twice.")
  private @Nullable String run;

  @Nullable String task() {
    return task;
  }

  /** Reads values by channel. */
  static StateUpdate values(String option, String text) {
    try {
      JsonNode tree = JSON.readTree(text);
      if (tree.isObject()) {
        List<Write> writes = new ArrayList<>();
        Map<?, ?> values = JSON.convertValue(tree, Map.class);
        values.forEach((channel, value) -> writes.add(new Write(String.valueOf(channel), value)));
        return new StateUpdate(writes);
      }
    } catch (JsonProcessingException malformed) {
      throw misfit(option, text);
    }
    throw misfit(option, text);
  }

  private static CommandFailedException misfit(String option, String text) {
    return new CommandFailedException(
        "Expected values by channel as a JSON object, such as '{\"count\": 5}', as "
            + option
            + " but found '"
            + text
            + "'.");
  }

  void decide(GraphRuntime runtime, Answer answer, PrintWriter out) {
    String id = Optional.ofNullable(run).orElseGet(TimeOrderedId::next);
    RunHandle begun = runtime.answer(ThreadId.of(thread), id, List.of(answer));
    out.println("Thread " + begun.thread() + " goes on with run " + begun.runId() + ".");
    out.flush();
  }
}
