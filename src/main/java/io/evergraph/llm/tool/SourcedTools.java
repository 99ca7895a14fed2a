package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.ToolCall;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The tools of a source, with what holds for all of them.
 *
 * @param policy of the tasks that make calls of them
 * @param errors what becomes of calls that throw
 * @param around code around their calls, the innermost first
 */
record SourcedTools(
    ToolSource source,
    Optional<NodePolicy> policy,
    Optional<ToolErrorPolicy> errors,
    List<ToolAround> around) {
  /** What providers take of a name. */
  private static final int LONGEST_NAME = 64;

  private static final String NAME = "[a-zA-Z0-9_-]{1,32}";

  SourcedTools {
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(errors, "errors");
    around = List.copyOf(around);
    if (!source.name().matches(NAME)) {
      throw new IllegalArgumentException(
          "Expected a source named with 1 to 32 letters, digits, '_' and '-' but found '"
              + source.name()
              + "'.");
    }
  }

  SourcedTools(ToolSource source) {
    this(source, Optional.empty(), Optional.empty(), List.of());
  }

  SourcedTools with(NodePolicy own) {
    return new SourcedTools(source, Optional.of(own), errors, around);
  }

  SourcedTools with(ToolErrorPolicy own) {
    return new SourcedTools(source, policy, Optional.of(own), around);
  }

  SourcedTools around(ToolAround code) {
    List<ToolAround> all = Stream.concat(around.stream(), Stream.of(code)).toList();
    return new SourcedTools(source, policy, errors, all);
  }

  String name() {
    return source.name();
  }

  /** Returns what the names of these tools begin with. */
  String prefix() {
    return source.name() + "_";
  }

  /** Returns the tools that there are now, under names that providers take. */
  Toolset now() {
    Toolset tools = Toolset.empty();
    for (ToolSpecification given : source.tools()) {
      String name = prefix() + given.name().replaceAll("[^a-zA-Z0-9_-]", "_");
      tools = tools.and(tool(given.toBuilder().name(free(name, tools)).build(), given.name()));
    }
    return around.stream().reduce(tools, Toolset::around, (one, other) -> other);
  }

  /** Names that are equal once they are cut end with as many underscores as are needed. */
  private static String free(String name, Toolset taken) {
    String free = name.substring(0, Math.min(name.length(), LONGEST_NAME));
    for (int end = 1; taken.names().contains(free); end++) {
      int kept = Math.min(name.length(), LONGEST_NAME - end);
      free = name.substring(0, kept) + "_".repeat(end);
    }
    return free;
  }

  private Toolset tool(ToolSpecification offered, String given) {
    Toolset tool =
        Toolset.of(
            offered,
            (call, context) ->
                source.execute(new ToolCall(call.id(), given, call.arguments()), context));
    return errors.map(tool::onFailure).orElse(tool);
  }

  /** A name says which source a tool is of. */
  static void requireApart(Collection<String> tools, Collection<SourcedTools> sources) {
    for (SourcedTools source : sources) {
      Stream.concat(tools.stream(), sources.stream().map(SourcedTools::prefix))
          .filter(name -> name.startsWith(source.prefix()) && !name.equals(source.prefix()))
          .findFirst()
          .ifPresent(
              name -> {
                throw new IllegalArgumentException(
                    "Expected names that begin with '%s' for tools of source '%s' only but found '%s'."
                        .formatted(source.prefix(), source.name(), name));
              });
    }
  }
}
