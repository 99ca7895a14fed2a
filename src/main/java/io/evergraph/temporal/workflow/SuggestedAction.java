package io.evergraph.temporal.workflow;

import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadSnapshot;
import java.util.List;
import java.util.Optional;

/**
 * What somebody who looks at a thread on Temporal's page can do next, in Markdown.
 *
 * @param failed its tasks that wait for a decision
 */
record SuggestedAction(ThreadSnapshot thread, List<TaskView> failed) {

  /** Returns paragraphs; none while there is nothing to do. */
  List<String> lines() {
    return switch (thread.status()) {
      case BUSY -> List.of("A run is in progress; see *Pending Activities*.");
      case IDLE -> idle();
      case INTERRUPTED -> thread.interrupts().isEmpty() ? stopped() : answers();
      case ERROR -> failed.isEmpty() ? broken() : decisions();
    };
  }

  private List<String> idle() {
    return thread.graph() == null
        ? List.of("Nothing has run yet.")
        : List.of(
            "The last run has finished. Another one begins with update `submit`: `{\"graph\": \""
                + thread.graph()
                + "\", \"input\": {…}}`");
  }

  private List<String> stopped() {
    return List.of(
        "The last run was stopped. It goes on with signal `continue`, without input; a new one begins"
            + " with update `submit`.");
  }

  private List<String> answers() {
    List<Interrupt> open = thread.interrupts();
    StringBuilder forms = new StringBuilder("Answer with update `answer` or signal `resume`:\n");
    for (Interrupt question :
        open.subList(0, Math.min(open.size(), WorkflowDescription.MOST_SHOWN))) {
      String which = open.size() == 1 ? "" : "\"interrupt\": \"" + question.id() + "\", ";
      forms.append("\n- `").append(question.node()).append("`: ");
      forms.append("`{").append(which).append("\"value\": …}`");
    }
    return open.size() == 1
        ? List.of(forms.toString(), command("{\"value\": …}"))
        : List.of(forms.toString());
  }

  private List<String> broken() {
    String reason =
        Optional.ofNullable(thread.error())
            .map(error -> String.valueOf(error.getMessage()))
            .orElse("The run failed.");
    return List.of(
        reason, "It goes on with signal `continue` where tasks are left, or with a new input.");
  }

  private List<String> decisions() {
    String task = failed.size() == 1 ? "true" : "\"<task>\"";
    return List.of(
        "It waits for a decision. Send one of these with update `answer` or signal `resume`:\n"
            + "\n- try again: `{\"retry\": true}`"
            + "\n- let it count as finished: `{\"skip\": "
            + task
            + ", \"update\": {…}}`"
            + "\n- try again with other values: `{\"edit\": "
            + task
            + ", \"values\": {…}}`",
        command("{\"retry\": true}"));
  }

  private String command(String input) {
    return "As in `temporal workflow update execute --workflow-id "
        + thread.thread()
        + " --name answer --input '"
        + input
        + "'`";
  }
}
