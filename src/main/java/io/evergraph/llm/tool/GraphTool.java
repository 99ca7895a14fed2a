package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A graph that a model calls like a tool. Each call is a subgraph of its own, a {@link GraphCall}.
 *
 * @param graph the graph
 * @param input the channel of the graph that the arguments go to
 * @param output the channel of the graph that holds the result
 * @param around what is done before and after, the outermost first
 * @param kept whether it remembers its state from call to call on a thread
 */
record GraphTool<I, O>(
    Graph graph,
    Channel<I> input,
    Channel<O> output,
    Form<I, O> form,
    List<ToolAround> around,
    boolean kept)
    implements ToolExecutor {
  private static final ListChannel<Message> CHAT = Messages.channel("messages");
  private static final String TASK = "task";

  /**
   * How arguments become an input, and an output becomes a result.
   *
   * @param input throws {@link ToolCallException} where the arguments make none
   * @param schema what the arguments have to fit; empty where that is what the model is told
   */
  record Form<I, O>(
      Function<ToolCall, I> input,
      Function<O, Optional<String>> result,
      Optional<Map<String, Object>> schema) {
    Form(Function<ToolCall, I> input, Function<O, Optional<String>> result) {
      this(input, result, Optional.empty());
    }

    static <I, O> Form<I, O> of(Function<ToolCall, I> input, Function<O, String> result) {
      return new Form<>(input, result.andThen(Optional::of));
    }

    static <I, O> Form<I, O> of(WrittenType<I> type, Function<O, String> result) {
      return new Form<>(
          call -> bound(type, call), result.andThen(Optional::of), Optional.of(type.schema()));
    }
  }

  GraphTool {
    Objects.requireNonNull(graph, "graph");
    require(graph, input);
    require(graph, output);
    around = List.copyOf(around);
  }

  private GraphTool(Graph graph, Channel<I> input, Channel<O> output, Form<I, O> form) {
    this(graph, input, output, form, List.of(), false);
  }

  /** Returns this tool with code around it, outside of what is there already. */
  GraphTool<I, O> around(ToolAround code) {
    List<ToolAround> more = new ArrayList<>(List.of(code));
    more.addAll(around);
    return new GraphTool<>(graph, input, output, form, more, kept);
  }

  /** Returns this tool with a memory. */
  GraphTool<I, O> keptPerThread() {
    return new GraphTool<>(graph, input, output, form, around, true);
  }

  /** Returns whether what it leaves in the channel of its input is known after a call. */
  boolean showsInput() {
    return kept || (input.equals(CHAT) && graph.spec().shape().returns(CHAT.name()));
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
   * Returns the tool that is an agent: a task in words goes in; out comes its answer, or what the
   * channel of its name holds, as the results of flows do, or its last words.
   */
  static Toolset agent(Graph agent, String description) {
    JsonObjectSchema parameters =
        JsonObjectSchema.builder()
            .addStringProperty(TASK, "What is to be done, with all that has to be known for it")
            .required(TASK)
            .build();
    Map<String, Channel<?>> channels = agent.schema().channels();
    GraphTool<?, ?> tool =
        Stream.of(FinalAnswer.NAME, agent.name())
            .flatMap(name -> Optional.<Channel<?>>ofNullable(channels.get(name)).stream())
            .findFirst()
            .<GraphTool<?, ?>>map(answer -> answering(agent, answer))
            .orElseGet(
                () ->
                    new GraphTool<>(
                        agent, CHAT, CHAT, new Form<>(GraphTool::user, GraphTool::lastWords)));
    return tool(tool, description, parameters);
  }

  private static <O> GraphTool<List<Message>, O> answering(Graph agent, Channel<O> answer) {
    return new GraphTool<>(agent, CHAT, answer, Form.of(GraphTool::user, Messages::words));
  }

  /** Models answer with nothing at times. */
  private static Optional<String> lastWords(List<Message> chat) {
    return Messages.lastWords(chat).filter(words -> !words.isBlank());
  }

  private static List<Message> user(ToolCall call) {
    return List.of(Message.user(call.text(TASK)));
  }

  /** Hooks may have changed what the model wrote. */
  private static <I> I bound(WrittenType<I> type, ToolCall call) {
    String arguments = GivenArguments.text(call);
    List<String> problems = type.problems(arguments);
    if (!problems.isEmpty()) {
      throw new ToolCallException(GivenArguments.misfit(call, problems));
    }
    return type.read(arguments);
  }

  /** Returns the tool that is a graph with an input and an output of some types. */
  static <I, O> Toolset of(Graph graph, String description, Channel<I> input, Channel<O> output) {
    WrittenType<I> type =
        WrittenType.<I>of(input.type())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "Expected channel '%s' to hold a record, or JSON of a schema with properties,"
                                .formatted(input.name())
                            + " which are the arguments of the tool, but found "
                            + input.type().getTypeName()
                            + "."));
    return tool(
        new GraphTool<>(graph, input, output, Form.of(type, Messages::words)),
        description,
        type.parameters());
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

  /** What fails inside is known by the name of its class only. */
  static boolean takes(ToolErrorPolicy rule) {
    return rule == ToolErrorPolicy.FAIL || rule == ToolErrorPolicy.TELL_MODEL;
  }

  static void requireTaken(String name, ToolErrorPolicy rule) {
    if (!takes(rule)) {
      throw new IllegalArgumentException(
          "Expected FAIL or TELL_MODEL for the graph '%s' but found another rule: give its nodes error handlers."
              .formatted(name));
    }
  }

  /**
   * The graph has run, or was refused: tells what came of it, through the code that let it pass.
   */
  @Override
  public String execute(ToolCall call, ToolContext context) throws Exception {
    State state = context.node().state();
    ToolCall made = state.find(GraphCall.MADE).orElse(call);
    Optional<String> given = state.find(output).flatMap(form.result());
    Optional<String> failed =
        state
            .find(GraphCall.FAILURE)
            .or(() -> given.isPresent() ? Optional.empty() : Optional.of(without(call, state)));
    boolean isFailure = failed.isPresent();
    String told = isFailure ? failed.get() : given.orElseThrow();
    for (int i = state.find(GraphCall.PASSED).orElse(around.size()) - 1; i >= 0; i--) {
      try {
        told = around.get(i).after(made, told, context);
      } catch (ToolCallException refused) {
        isFailure = true;
        told = String.valueOf(refused.getMessage());
      }
    }
    if (isFailure) {
      throw new ToolCallException(told);
    }
    return told;
  }

  /** An agent that owes an answer says why there is none, such as that a limit is reached. */
  private String without(ToolCall call, State state) {
    String ended = "'" + call.name() + "' ended without a result";
    Optional<List<Message>> chat = input.equals(CHAT) ? state.find(CHAT) : Optional.empty();
    return chat.flatMap(GraphTool::lastWords)
        .map(words -> ended + ": " + words)
        .orElse(ended + ".");
  }
}
