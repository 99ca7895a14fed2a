package io.evergraph.server.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.Fields;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.Priority;
import io.swagger.v3.oas.annotations.media.Schema;
import java.security.Principal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client sends to begin a task.
 *
 * @param user for whom; where somebody has logged in, that name, which need not be sent
 * @param threadId the thread to go on with; one of its own when absent
 */
@Schema(name = "AgentTaskRequest", description = "Begins a task of an agent.")
record TaskRequest(
    String agent,
    String user,
    Map<String, Object> input,
    Map<String, Object> context,
    @Schema(allowableValues = {"high", "normal", "low"}) String priority,
    @JsonProperty("thread_id") @Nullable String threadId) {
  private static final List<String> PRIORITIES = List.of("high", "normal", "low");

  /**
   * Reads a body.
   *
   * @param caller who has logged in; null for nobody
   * @throws InvalidInputException when it is none, or names another user than the caller
   */
  static AgentRequest read(@Nullable Object body, @Nullable Principal caller) {
    Fields fields =
        Fields.ofBody(body).only("agent", "user", "input", "context", "priority", "thread_id");
    AgentRequest request =
        AgentRequest.to(fields.requiredText("agent", "the name of an agent"), user(fields, caller))
            .input(fields.map("input"))
            .context(fields.map("context"))
            .priority(
                fields
                    .choice("priority", PRIORITIES)
                    .map(it -> Priority.valueOf(it.toUpperCase(Locale.ROOT)))
                    .orElse(Priority.NORMAL));
    return fields.text("thread_id").map(it -> request.thread(ThreadId.of(it))).orElse(request);
  }

  /** Nobody spends the budget of somebody else. */
  private static String user(Fields fields, @Nullable Principal caller) {
    if (caller == null) {
      return fields.requiredText("user", "for whom it is done");
    }
    Optional<String> named = fields.text("user").filter(it -> !it.equals(caller.getName()));
    if (named.isPresent()) {
      throw fields.misfit("user", "'" + caller.getName() + "', who has logged in", named.get());
    }
    return caller.getName();
  }
}
