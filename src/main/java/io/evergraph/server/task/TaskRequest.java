package io.evergraph.server.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.Priority;
import io.swagger.v3.oas.annotations.media.Schema;
import java.security.Principal;
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
  private static final Kind<Priority> PRIORITY = Kind.oneOf(Priority.class);

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
        AgentRequest.to(fields.required("agent", "the name of an agent"), user(fields, caller))
            .input(fields.find("input", Kind.PLAIN).orElse(Map.of()))
            .context(fields.find("context", Kind.VALUES).orElse(Map.of()))
            .priority(fields.find("priority", PRIORITY).orElse(Priority.NORMAL));
    return fields
        .find("thread_id", Kind.TEXT)
        .map(it -> request.thread(ThreadId.of(it)))
        .orElse(request);
  }

  /** Nobody spends the budget of somebody else. */
  private static String user(Fields fields, @Nullable Principal caller) {
    if (caller == null) {
      return fields.required("user", "for whom it is done");
    }
    Optional<String> named =
        fields.find("user", Kind.TEXT).filter(it -> !it.equals(caller.getName()));
    if (named.isPresent()) {
      throw fields.misfit("user", "'" + caller.getName() + "', who has logged in", named.get());
    }
    return caller.getName();
  }
}
