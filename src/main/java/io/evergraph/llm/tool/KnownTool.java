package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.graph.NodePolicy;
import java.util.Objects;
import java.util.Optional;

/**
 * A tool of a set, with what holds for it alone.
 *
 * @param policy of the tasks that make its calls
 * @param errors what becomes of calls that throw
 */
record KnownTool(
    ToolSpecification specification,
    ToolExecutor executor,
    Optional<NodePolicy> policy,
    Optional<ToolErrorPolicy> errors) {
  KnownTool {
    Objects.requireNonNull(specification, "specification");
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(errors, "errors");
  }

  KnownTool(ToolSpecification specification, ToolExecutor executor) {
    this(specification, executor, Optional.empty(), Optional.empty());
  }

  KnownTool running(ToolExecutor code) {
    return new KnownTool(specification, code, policy, errors);
  }

  KnownTool with(NodePolicy own) {
    return new KnownTool(specification, executor, Optional.of(own), errors);
  }

  KnownTool with(ToolErrorPolicy own) {
    return new KnownTool(specification, executor, policy, Optional.of(own));
  }
}
