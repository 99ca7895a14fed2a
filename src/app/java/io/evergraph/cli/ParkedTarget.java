package io.evergraph.cli;

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
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParseException;
import org.springframework.boot.json.JsonParserFactory;
import picocli.CommandLine.Option;

/** One failed task, and the id of the run that goes on with it. */
final class ParkedTarget {
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
      List<Write> writes = new ArrayList<>();
      JsonParserFactory.getJsonParser()
          .parseMap(text)
          .forEach((channel, value) -> writes.add(new Write(channel, value)));
      return new StateUpdate(writes);
    } catch (JsonParseException malformed) {
      throw misfit(option, text);
    }
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
