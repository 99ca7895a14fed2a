package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.graph.NodePolicy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tool of a set, with what holds for it alone.
 *
 * @param policy of the tasks that make its calls
 * @param errors what becomes of calls that throw
 * @param around code around its calls, the innermost first; a graph has its own
 */
record KnownTool(
    ToolSpecification specification,
    ToolExecutor executor,
    Optional<NodePolicy> policy,
    Optional<ToolErrorPolicy> errors,
    List<ToolAround> around) {
  KnownTool {
    Objects.requireNonNull(specification, "specification");
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(errors, "errors");
    around = List.copyOf(around);
  }

  KnownTool(ToolSpecification specification, ToolExecutor executor) {
    this(specification, executor, Optional.empty(), Optional.empty(), List.of());
  }

  KnownTool running(ToolExecutor code) {
    return new KnownTool(specification, code, policy, errors, around);
  }

  KnownTool around(ToolAround code) {
    List<ToolAround> all = Stream.concat(around.stream(), Stream.of(code)).toList();
    return new KnownTool(specification, executor, policy, errors, all);
  }

  /** Returns what makes a call, with the code around it; a graph runs its own, the answer none. */
  ToolExecutor whole() {
    if (executor instanceof GraphTool || executor instanceof FinalAnswer) {
      return executor;
    }
    ToolExecutor whole =
        (call, context) -> context.written().running(() -> executor.execute(call, context));
    for (ToolAround code : around) {
      ToolExecutor inner = whole;
      whole = (call, context) -> code.around(call, context, inner);
    }
    return whole;
  }

  /** Returns the JSON schema of the arguments. */
  Map<String, Object> parameters() {
    JsonObjectSchema told = specification.parameters();
    Map<String, Object> any = Map.of("type", "object");
    return written().orElseGet(() -> told == null ? any : JsonSchemaElementUtils.toMap(told));
  }

  /** A type takes more than the model is told. */
  private Optional<Map<String, Object>> written() {
    if (executor instanceof GraphTool<?, ?> graph) {
      return graph.form().schema();
    }
    return executor instanceof FinalAnswer<?> answer
        ? Optional.of(answer.schema())
        : Optional.empty();
  }

  KnownTool with(NodePolicy own) {
    return new KnownTool(specification, executor, Optional.of(own), errors, around);
  }

  KnownTool with(ToolErrorPolicy own) {
    return new KnownTool(specification, executor, policy, Optional.of(own), around);
  }
}
