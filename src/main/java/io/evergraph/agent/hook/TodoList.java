package io.evergraph.agent.hook;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.tool.CallGuard;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Lets a model plan its work: the tool {@code write_todos} writes the whole list to the channel
 * {@link #TODOS}. Of several such calls in one message none is made, and the model is told so.
 */
public record TodoList() implements AgentHook {
  /** What the agent plans to do, in the order of the model. */
  public static final ListChannel<Todo> TODOS = ListChannel.append("todos", Todo.class);

  private static final String TOOL = "write_todos";
  private static final String LIST = "todos";

  private static final String PROMPT =
      "For work of three and more steps keep a list with the tool "
          + TOOL
          + ": write it before you begin, and again with each step that you begin or complete."
          + " Call it at most once in a message, and not at all for simple requests.";

  private static final ToolSpecification SPECIFICATION =
      ToolSpecification.builder()
          .name(TOOL)
          .description("Writes the list of what is to be done, in place of the one before.")
          .parameters(
              JsonObjectSchema.builder()
                  .addProperty(LIST, JsonArraySchema.builder().items(item()).build())
                  .required(LIST)
                  .build())
          .build();

  private static JsonObjectSchema item() {
    return JsonObjectSchema.builder()
        .addStringProperty("content", "what is to be done")
        .addEnumProperty(
            "status", Arrays.stream(Todo.Status.values()).map(Todo.Status::word).toList())
        .required("content", "status")
        .build();
  }

  @Override
  public List<Channel<?>> channels() {
    return List.of(TODOS);
  }

  @Override
  public Toolset tools() {
    return Toolset.of(
        SPECIFICATION,
        (call, context) -> {
          List<Todo> todos = call.list(LIST, Todo.class);
          context.write(StateUpdate.overwrite(TODOS, todos));
          return "The list has %d entries now.".formatted(todos.size());
        });
  }

  @Override
  public CallGuard guard() {
    return (call, calls) ->
        isOwn(call) && calls.stream().filter(TodoList::isOwn).count() > 1
            ? Optional.of("The list was not written: call " + TOOL + " once in a message.")
            : Optional.empty();
  }

  private static boolean isOwn(ToolCall call) {
    return call.name().equals(TOOL);
  }

  @Override
  public Message.Assistant aroundModel(
      ModelRequest request, HookContext context, ModelAround.Next model) {
    return model.ask(request.withPromptSuffix(PROMPT));
  }
}
