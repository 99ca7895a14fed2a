package io.evergraph.bridge;

import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata.ToolFeedback;
import com.alibaba.cloud.ai.graph.checkpoint.Checkpoint;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;

/** What graphs of theirs are called with, what they ask people, and how they fail. */
final class Asking {
  private static final String NODE = "node";
  private static final String METADATA = "metadata";
  private static final String TOOLS = "tools";
  private static final String ID = "id";
  private static final String ARGUMENTS = "arguments";
  private static final String DESCRIPTION = "description";
  private static final String RESULT = "result";

  private static final Map<String, Object> ANY = Map.of("type", "object");

  /** Their decisions hold arguments as JSON text. */
  private static final Map<String, Object> TEXT = Map.of("type", List.of("string", "null"));

  private static final Map<String, Object> DECISION =
      Map.of(
          "type",
          "object",
          "required",
          List.of(ID, RESULT),
          "properties",
          Map.of(
              RESULT,
              Map.of("enum", List.of("APPROVED", "REJECTED", "EDITED")),
              ARGUMENTS,
              TEXT,
              DESCRIPTION,
              TEXT));
  private static final Map<String, Object> DECISIONS =
      Map.of(
          "type",
          "object",
          "required",
          List.of(TOOLS),
          "properties",
          Map.of(TOOLS, Map.of("type", "array", "items", DECISION)));

  private Asking() {}

  /** Returns their configuration of a call, which knows under {@code evergraph} who calls. */
  static RunnableConfig config(NodeContext context, String thread) {
    Map<String, Object> caller = new LinkedHashMap<>();
    caller.put("thread", context.thread());
    caller.put("run", context.runId());
    caller.put(NODE, context.node());
    caller.put("attempt", context.attempt());
    caller.put("idempotencyKey", context.idempotencyKey());
    caller.put("context", context.runContext());
    return RunnableConfig.builder().threadId(thread).addMetadata("evergraph", caller).build();
  }

  /** Returns what a person is shown: the node that stopped, its metadata, and calls of tools. */
  static Map<String, @Nullable Object> question(InterruptionMetadata asked) {
    Map<String, @Nullable Object> question = new LinkedHashMap<>();
    question.put(NODE, asked.node());
    asked
        .metadata()
        .filter(facts -> !facts.isEmpty())
        .ifPresent(facts -> question.put(METADATA, Values.byName(facts)));
    if (!asked.toolFeedbacks().isEmpty()) {
      question.put(TOOLS, asked.toolFeedbacks().stream().map(Asking::tool).toList());
    }
    return question;
  }

  private static Map<String, @Nullable Object> tool(ToolFeedback call) {
    Map<String, @Nullable Object> tool = new LinkedHashMap<>();
    tool.put(ID, call.getId());
    tool.put("name", call.getName());
    tool.put(ARGUMENTS, call.getArguments());
    tool.put(DESCRIPTION, call.getDescription());
    return tool;
  }

  /** Returns the question that a checkpoint waits with. */
  static Map<String, @Nullable Object> kept(Checkpoint waiting) {
    return Values.byName((Map<?, ?>) waiting.getState().getOrDefault(BridgeKeys.QUESTION, ANY));
  }

  /**
   * Asks, or returns the answer: values by name.
   *
   * @param key the key of the question; null counts questions
   */
  static Map<String, @Nullable Object> ask(
      NodeContext context, @Nullable String key, Map<String, @Nullable Object> question) {
    Question<Object> asked =
        Question.of(question).fitting(question.containsKey(TOOLS) ? DECISIONS : ANY);
    Object answer = key == null ? context.interrupt(asked) : context.interrupt(key, asked);
    return answer instanceof Map<?, ?> values ? Values.byName(values) : Map.of();
  }

  /** Returns what an answer writes to the state: all but the decisions on calls of tools. */
  static Map<String, @Nullable Object> values(
      Map<String, @Nullable Object> question, Map<String, @Nullable Object> answer) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(answer);
    if (question.containsKey(TOOLS)) {
      values.remove(TOOLS);
    }
    return values;
  }

  /** Returns the configuration that goes on, with the answer as the feedback of a person. */
  static RunnableConfig answered(
      RunnableConfig config,
      Map<String, @Nullable Object> question,
      Map<String, @Nullable Object> answer) {
    InterruptionMetadata.Builder feedback =
        InterruptionMetadata.builder().nodeId(text(question, NODE));
    facts(question).forEach(feedback::addMetadata);
    values(question, answer)
        .forEach(
            (key, value) -> Optional.ofNullable(value).ifPresent(it -> add(feedback, key, it)));
    feedback.toolFeedbacks(
        maps(answer.get(TOOLS)).stream().map(decision -> decided(question, decision)).toList());
    return RunnableConfig.builder(config).addHumanFeedback(feedback.build()).build();
  }

  private static void add(InterruptionMetadata.Builder feedback, String key, Object value) {
    feedback.addMetadata(key, value);
  }

  private static ToolFeedback decided(
      Map<String, @Nullable Object> question, Map<String, @Nullable Object> decision) {
    Map<String, @Nullable Object> both =
        maps(question.get(TOOLS)).stream()
            .filter(tool -> Objects.equals(tool.get(ID), decision.get(ID)))
            .findFirst()
            .orElseGet(LinkedHashMap::new);
    both.putAll(decision);
    return ToolFeedback.builder()
        .id(text(both, ID))
        .name(text(both, "name"))
        .arguments(text(both, ARGUMENTS))
        .description(text(both, DESCRIPTION))
        .type(text(both, RESULT))
        .build();
  }

  private static Map<String, Object> facts(Map<String, @Nullable Object> question) {
    Map<String, Object> facts = new LinkedHashMap<>();
    if (question.get(METADATA) instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) ->
              Optional.ofNullable(value).ifPresent(it -> facts.put(String.valueOf(key), it)));
    }
    return facts;
  }

  private static List<Map<String, @Nullable Object>> maps(@Nullable Object value) {
    return value instanceof List<?> list
        ? list.stream()
            .filter(Map.class::isInstance)
            .map(it -> Values.byName((Map<?, ?>) it))
            .toList()
        : List.of();
  }

  private static String text(Map<String, @Nullable Object> values, String key) {
    return Objects.toString(values.get(key), "");
  }

  /** Returns what a node of theirs threw, without what their library packed it into. */
  static Exception cause(Throwable failure) {
    Throwable cause = Exceptions.unwrap(failure);
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return (Exception) cause;
  }
}
