package io.evergraph.llm.tool;

import static io.evergraph.graph.Graph.START;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.service.output.JsonSchemas;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A graph that a model calls like a tool. Each call is a subgraph of its own: {@code begin} turns
 * the arguments into the input, after a person has let the call pass where it is to be approved on
 * its own; {@code graph} works; {@code result} tells the model what came of it. Nothing else passes
 * between the graph and the one around it.
 *
 * @param graph the graph
 * @param input the channel of the graph that the arguments go to
 * @param output the channel of the graph that holds the result
 */
record GraphTool<I, O>(Graph graph, Channel<I> input, Channel<O> output, Form<I, O> form)
    implements ToolExecutor {
  private static final ListChannel<Message> CHAT = Messages.channel("messages");
  private static final String TASK = "task";
  private static final String BEGIN = "begin";
  private static final String GRAPH = "graph";
  private static final String RESULT = "result";

  private static final JsonMapper MAPPER = StateCodec.create().mapper();

  /**
   * How arguments become an input, and an output becomes a result.
   *
   * @param input throws {@link ToolCallException} where the arguments make none
   */
  record Form<I, O>(Function<ToolCall, I> input, Function<O, String> result) {
    static <I, O> Form<I, O> of(Function<ToolCall, I> input, Function<O, String> result) {
      return new Form<>(input, result);
    }
  }

  GraphTool {
    Objects.requireNonNull(graph, "graph");
    require(graph, input);
    require(graph, output);
  }

  private static void require(Graph graph, Channel<?> channel) {
    Channel<?> found = graph.schema().channels().get(channel.name());
    if (found == null || !found.type().equals(channel.type())) {
      throw new IllegalArgumentException(
          "Expected graph '%s' to have a channel '%s' of %s but found %s."
              .formatted(
                  graph.name(),
                  channel.name(),
                  channel.type().getTypeName(),
                  found == null
                      ? "the channels " + graph.schema().channels().keySet()
                      : "it to hold " + found.type().getTypeName()));
    }
  }

  /**
   * Returns the tool that is an agent: a task in words goes in, its answer comes out, or its last
   * words where it has none.
   */
  static Toolset agent(Graph agent, String description) {
    JsonObjectSchema parameters =
        JsonObjectSchema.builder()
            .addStringProperty(TASK, "What is to be done, with all that has to be known for it")
            .required(TASK)
            .build();
    Channel<?> answer = agent.schema().channels().get(FinalAnswer.NAME);
    GraphTool<?, ?> tool =
        answer == null
            ? new GraphTool<>(agent, CHAT, CHAT, Form.of(GraphTool::user, GraphTool::lastWords))
            : answering(agent, answer);
    return tool(tool, description, parameters);
  }

  private static <O> GraphTool<List<Message>, O> answering(Graph agent, Channel<O> answer) {
    return new GraphTool<>(agent, CHAT, answer, Form.of(GraphTool::user, Messages::words));
  }

  private static List<Message> user(ToolCall call) {
    return List.of(Message.user(call.text(TASK)));
  }

  private static String lastWords(List<Message> chat) {
    return chat.get(chat.size() - 1).text();
  }

  private static <I> I bound(Channel<I> channel, ToolCall call) {
    try {
      return MAPPER.readValue(call.arguments(), MAPPER.constructType(channel.type()));
    } catch (JsonProcessingException misfit) {
      throw new ToolCallException(
          "The arguments do not fit '%s': %s. Correct them and call again."
              .formatted(call.name(), misfit.getOriginalMessage()));
    }
  }

  /** Returns the tool that is a graph with an input and an output of some types. */
  static <I, O> Toolset of(Graph graph, String description, Channel<I> input, Channel<O> output) {
    JsonObjectSchema parameters =
        JsonSchemas.jsonSchemaFrom(input.type())
            .map(JsonSchema::rootElement)
            .filter(JsonObjectSchema.class::isInstance)
            .map(JsonObjectSchema.class::cast)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Expected channel '%s' to hold a record, whose components are the arguments"
                                .formatted(input.name())
                            + " of the tool, but found "
                            + input.type().getTypeName()
                            + "."));
    return tool(
        new GraphTool<>(graph, input, output, Form.of(call -> bound(input, call), Messages::words)),
        description,
        parameters);
  }

  private static Toolset tool(
      GraphTool<?, ?> tool, String description, JsonObjectSchema parameters) {
    ToolSpecification specification =
        ToolSpecification.builder()
            .name(tool.graph.name().replaceAll("[^a-zA-Z0-9_-]", "_"))
            .description(description)
            .parameters(parameters)
            .build();
    return Toolset.of(specification, tool);
  }

  /**
   * Returns the graph of one call. Its result is written to the chat around it, and so is where the
   * turn goes on.
   */
  Graph call(ToolCallNode calls) {
    return Graph.builder(graph.name())
        .channels(ToolCallNode.CALL, ReviewedCall.LOG, input)
        .channels(input.equals(output) ? new Channel<?>[0] : new Channel<?>[] {output})
        .node(BEGIN, new Begin<>(calls, this), ToolCalls.LOCAL)
        .subgraph(GRAPH, graph, Embedding.DEFAULT.input(input, input).output(output, output))
        .node(RESULT, context -> calls.run(context).toParent(), ToolCalls.LOCAL)
        .edge(START, BEGIN)
        .ends(BEGIN, GRAPH, RESULT)
        .edge(GRAPH, RESULT)
        .build();
  }

  /** Returns what a call gives the graph around it beside its result: what a person decided. */
  static Embedding embedding() {
    return Embedding.DEFAULT.output(ReviewedCall.LOG, ReviewedCall.LOG);
  }

  @Override
  public String execute(ToolCall call, ToolContext context) {
    return context
        .node()
        .state()
        .find(output)
        .map(form.result())
        .orElseThrow(() -> new ToolCallException("'" + call.name() + "' ended without a result."));
  }

  /** Turns the arguments of a call into the input of the graph. */
  private record Begin<I>(ToolCallNode calls, GraphTool<I, ?> tool) implements NodeAction {
    @Override
    public Command run(NodeContext context) {
      ToolCallNode.Decided decided = calls.decided(context);
      CallDecision decision = decided.call().decision();
      if (!decision.isMade()) {
        return Command.update(decided.written()).thenGoTo(RESULT);
      }
      try {
        I input = tool.form.input().apply(decision.call());
        return Command.update(decided.written().with(tool.input, input)).thenGoTo(GRAPH);
      } catch (ToolCallException told) {
        CallDecision refused =
            CallDecision.refuse(decision.call(), String.valueOf(told.getMessage()));
        return Command.update(decided.with(refused).written()).thenGoTo(RESULT);
      }
    }
  }
}
