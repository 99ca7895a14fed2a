package io.evergraph.llm.model;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.llm.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * What a model is asked: this one call only, nothing of it is written to the state. Immutable.
 *
 * @param prompt the instruction that precedes the messages; empty for none
 * @param messages the chat
 * @param tools what the model may call
 * @param filters what watchers see of the answer while it comes, the innermost first; each call
 *     gets filters of its own
 */
public record ModelRequest(
    String prompt,
    List<Message> messages,
    List<ToolSpecification> tools,
    List<Supplier<PieceFilter>> filters) {
  public ModelRequest {
    Objects.requireNonNull(prompt, "prompt");
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    filters = List.copyOf(filters);
  }

  /** Returns a request whose answer watchers see as it comes. */
  public static ModelRequest of(
      String prompt, List<Message> messages, List<ToolSpecification> tools) {
    return new ModelRequest(prompt, messages, tools, List.of());
  }

  /** Returns this request with another instruction before the chat. */
  public ModelRequest withPrompt(String other) {
    return new ModelRequest(other, messages, tools, filters);
  }

  /** Returns this request with a paragraph after its instruction. */
  public ModelRequest withPromptSuffix(String paragraph) {
    return withPrompt(prompt.isBlank() ? paragraph : prompt + "\n\n" + paragraph);
  }

  /** Returns this request with another chat. */
  public ModelRequest withMessages(List<Message> others) {
    return new ModelRequest(prompt, others, tools, filters);
  }

  /** Returns this request with other tools. */
  public ModelRequest withTools(List<ToolSpecification> others) {
    return new ModelRequest(prompt, messages, others, filters);
  }

  /** Returns this request with a filter around those that it has. */
  public ModelRequest withFilter(Supplier<PieceFilter> filter) {
    List<Supplier<PieceFilter>> all = new ArrayList<>(filters);
    all.add(filter);
    return new ModelRequest(prompt, messages, tools, all);
  }

  /** Returns the filters of one call as one. */
  PieceFilter filter() {
    return PieceFilter.all(filters.stream().map(Supplier::get).toList());
  }
}
