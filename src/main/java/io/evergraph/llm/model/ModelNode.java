package io.evergraph.llm.model;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.exception.NonRetriableException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Command;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.limit.LimitCard;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.CallIds;
import io.evergraph.llm.message.ChatMessages;
import io.evergraph.llm.message.ChatRepair;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Usage;
import io.evergraph.llm.tool.ToolCalls;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a model what comes next in a chat, and writes its answer to the chat. A {@link
 * StreamedModel} is seen word by word by those who watch, and tells with its heartbeats how far it
 * has come ({@link StreamPosition}); when its run is cancelled, the provider's stream is closed.
 *
 * <p>Callers of a run may set {@code model}, {@code temperature}, {@code top_p}, {@code max_tokens}
 * and {@code stop} by call options. What the model reports of its tokens is counted as usage:
 * {@code input_tokens}, {@code output_tokens}, {@code total_tokens}.
 *
 * <p>Fails with {@link ModelRefusedException}, {@link ModelUnavailableException} or {@link
 * ModelBusyException}; their messages are the provider's own sentence.
 *
 * <p>A chat whose calls and results do not pair (a run was cancelled between them) is repaired
 * first.
 *
 * @param channel the chat
 * @param prompt the instruction that precedes the chat, not part of it; empty for none; channels
 *     fill its places ({@link PromptTemplate})
 * @param tools what the model may call, asked before each call
 * @param limits how much may be used, counted in the channels of {@link ToolCalls}; none outside of
 *     agents
 * @param fallback the models that are asked when the first one cannot be reached
 * @param around code around the call of the model, the first outermost
 */
public record ModelNode(
    ModelSource source,
    ListChannel<Message> channel,
    String prompt,
    Supplier<List<ToolSpecification>> tools,
    Limits limits,
    Fallback fallback,
    List<ModelAround> around)
    implements NodeAction {
  /** The default policy of nodes, with errors that no further attempt can mend as non-retryable. */
  public static final NodePolicy POLICY =
      NodePolicy.builder()
          .nonRetryable(
              ModelRefusedException.class, NonRetriableException.class, LimitReachedException.class)
          .build();

  public ModelNode {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(channel, "channel");
    Objects.requireNonNull(prompt, "prompt");
    Objects.requireNonNull(tools, "tools");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(fallback, "fallback");
    around = List.copyOf(around);
  }

  /** Returns a node without prompt and tools. */
  public static ModelNode of(ModelSource source, ListChannel<Message> channel) {
    return new ModelNode(source, channel, "", List::of, Limits.NONE, Fallback.NONE, List.of());
  }

  /**
   * Returns this node with an instruction before the chat, whose places {@code {name}} and {@code
   * {name?}} channels of the state fill ({@link PromptTemplate}).
   */
  public ModelNode withPrompt(String instruction) {
    return new ModelNode(source, channel, instruction, tools, limits, fallback, around);
  }

  /** Returns this node with tools that the model may call. */
  public ModelNode withTools(List<ToolSpecification> specifications) {
    List<ToolSpecification> fixed = List.copyOf(specifications);
    return with(() -> fixed);
  }

  /** Returns this node with tools that the model may call; their sources are asked each time. */
  public ModelNode withTools(Toolset set) {
    return with(() -> set.now().specifications());
  }

  private ModelNode with(Supplier<List<ToolSpecification>> specifications) {
    return new ModelNode(source, channel, prompt, specifications, limits, fallback, around);
  }

  /** Returns this node with limits; its graph has the channels of {@link ToolCalls}. */
  public ModelNode withLimits(Limits others) {
    return new ModelNode(source, channel, prompt, tools, others, fallback, around);
  }

  /** Returns this node with models that are asked when its own cannot be reached. */
  public ModelNode withFallback(Fallback others) {
    return new ModelNode(source, channel, prompt, tools, limits, others, around);
  }

  /** Returns this node with code around the call of the model, the first outermost. */
  public ModelNode withAround(List<ModelAround> layers) {
    return new ModelNode(source, channel, prompt, tools, limits, fallback, layers);
  }

  @Override
  public Command run(NodeContext context) {
    List<Message> said = context.state().find(channel).orElse(List.of());
    List<Message> chat = ChatRepair.repaired(said);
    if (!isCounted(context)) {
      return Command.update(written(said, chat, answer(chat, context, new Spent())));
    }
    AgentUsage used = AgentUsage.of(context.state(), context.turnId());
    return counted(said, chat, used, context);
  }

  /** An answer of the cache is a call of the model that uses nothing. */
  @Override
  public Optional<Command> reused(Command kept, NodeContext context) {
    if (!isCounted(context)) {
      return Optional.of(kept);
    }
    AgentUsage used = AgentUsage.of(context.state(), context.turnId());
    return limits.forModel(used).isPresent()
        ? Optional.empty()
        : Optional.of(
            TotalUsage.unused(kept)
                .and(StateUpdate.of(AgentUsage.CHANNEL, used.withModelCall(0, 0))));
  }

  private boolean isCounted(NodeContext context) {
    return !limits.equals(Limits.NONE) || TotalUsage.isIn(context.state());
  }

  private Command counted(
      List<Message> said, List<Message> chat, AgentUsage used, NodeContext context) {
    Optional<Limits.Reached> reached = limits.forModel(used);
    if (reached.isPresent()) {
      return isGranted(reached.get(), context)
          ? counted(said, chat, used.granted(reached.get()), context)
          : Command.update(written(said, chat, stopped(reached.get())));
    }
    Spent spent = new Spent();
    Message.Assistant answer = answer(chat, context, spent);
    return Command.update(
        written(said, chat, answer)
            .with(AgentUsage.CHANNEL, used.withModelCall(spent.tokens, spent.cost))
            .and(TotalUsage.added(context.state(), spent.tokens, spent.cost)));
  }

  /** What the model was asked for, which a layer may do more than once, or say something else. */
  private final class Spent {
    private int asks;
    private long tokens;
    private long cost;

    Message.Assistant with(Message.Assistant answer) {
      tokens += answer.usage().map(Usage::totalTokens).orElse(0L);
      cost += limits.cost(answer.usage());
      return answer;
    }
  }

  private boolean isGranted(Limits.Reached reached, NodeContext context) {
    return limits.reaction() == Limits.Reaction.ASK && new LimitCard(reached).isGranted(context);
  }

  private Message stopped(Limits.Reached reached) {
    if (limits.reaction() == Limits.Reaction.FAIL) {
      throw new LimitReachedException(reached);
    }
    return reached.message();
  }

  private StateUpdate written(List<Message> said, List<Message> chat, Message answer) {
    if (chat.equals(said)) {
      return StateUpdate.of(channel, answer);
    }
    List<Message> all = new ArrayList<>(chat);
    all.add(answer);
    return StateUpdate.overwrite(channel, all);
  }

  private Message.Assistant answer(List<Message> chat, NodeContext context, Spent spent) {
    ModelRequest request =
        ModelRequest.of(new PromptTemplate(prompt).filled(context), chat, tools.get());
    ModelAround.Next model =
        it -> {
          int ask = spent.asks++;
          return spent.with(
              fallback.ask(
                  source, context, (from, position) -> answer(it, from, position, ask, context)));
        };
    return ModelAround.all(around, context, model).ask(request);
  }

  /**
   * What one model has begun to say is not gone on with by another, nor by the same one that a
   * layer asks again: each has its own message.
   */
  private Message.Assistant answer(
      ModelRequest asked, ModelSource from, int position, int ask, NodeContext context) {
    ChatRequest request =
        new CallParameters(context.options(), position == 0)
            .applyTo(ChatRequest.builder())
            .messages(messages(asked))
            .toolSpecifications(asked.tools())
            .build();
    String key = context.idempotencyKey();
    String id = ask == 0 ? ContentHash.uuid(key, position) : ContentHash.uuid(key, position, ask);
    ChatModel model = from.modelFor(context);
    Watched watched = new Watched(context, id, asked);
    ChatResponse response = ask(model, request, watched);
    watched.end();
    if (position > 0) {
      context.usage("fallback", position);
    }
    report(response.tokenUsage(), context);
    String name = model.defaultRequestParameters().modelName();
    return ChatMessages.answer(response, name, key).withId(id);
  }

  @Override
  public boolean waitsForService() {
    return true;
  }

  private static void report(@Nullable TokenUsage usage, NodeContext context) {
    if (usage != null) {
      report("input_tokens", usage.inputTokenCount(), context);
      report("output_tokens", usage.outputTokenCount(), context);
      report("total_tokens", usage.totalTokenCount(), context);
    }
  }

  private static void report(String counter, @Nullable Integer tokens, NodeContext context) {
    if (tokens != null) {
      context.usage(counter, tokens);
    }
  }

  private List<ChatMessage> messages(ModelRequest asked) {
    List<ChatMessage> messages = new ArrayList<>();
    if (!asked.prompt().isBlank()) {
      messages.add(SystemMessage.from(asked.prompt()));
    }
    // what layers have left of the chat may have calls or results without the other
    Set<String> names =
        asked.tools().stream().map(ToolSpecification::name).collect(Collectors.toSet());
    CallIds.given(ChatRepair.repaired(asked.messages())).stream()
        .filter(ChatMessages::saysSomething)
        .map(message -> ChatMessages.sent(message, names))
        .forEach(messages::add);
    if (messages.isEmpty()) {
      throw new InvalidInputException(
          "channel '" + channel.name() + "'", "at least one message to answer", "none");
    }
    return messages;
  }

  private static ChatResponse ask(ChatModel model, ChatRequest request, Watched watched) {
    try {
      return ModelFailure.unfiltered(
          model instanceof StreamedModel streamed
              ? streamed.chat(request, watched)
              : model.chat(request));
    } catch (RuntimeException error) {
      throw new ModelFailure(error).explained();
    }
  }

  /** Shows the words to those who watch, and leaves the position to a further attempt. */
  private record Watched(NodeContext context, String id, ModelRequest asked, PieceFilter filter)
      implements StreamedModel.Listener {
    Watched(NodeContext context, String id, ModelRequest asked) {
      this(context, id, asked, asked.filter());
    }

    @Override
    public void piece(String text) {
      show(filter.piece(text));
    }

    @Override
    public void position(StreamPosition position) {
      context.heartbeat(asked.filters().isEmpty() ? position : position.withoutText());
    }

    void end() {
      show(filter.rest());
    }

    private void show(String text) {
      if (!text.isEmpty()) {
        context.emitter().text(id, text);
      }
    }
  }

  /**
   * What the caller of a run wants of the model of a node: {@code model}, {@code temperature},
   * {@code top_p}, {@code max_tokens} and {@code stop}. Other names are for other readers.
   *
   * @param named whether the name of a model is for the model that is asked
   */
  private record CallParameters(Map<String, Object> options, boolean named) {

    ChatRequest.Builder applyTo(ChatRequest.Builder request) {
      text("model").filter(name -> named).ifPresent(request::modelName);
      number("temperature").ifPresent(value -> request.temperature(value.doubleValue()));
      number("top_p").ifPresent(value -> request.topP(value.doubleValue()));
      number("max_tokens").ifPresent(value -> request.maxOutputTokens(value.intValue()));
      texts("stop").ifPresent(request::stopSequences);
      return request;
    }

    private Optional<String> text(String name) {
      return value(name, String.class, "a text");
    }

    private Optional<Number> number(String name) {
      return value(name, Number.class, "a number");
    }

    private Optional<List<String>> texts(String name) {
      return options.get(name) instanceof String single
          ? Optional.of(List.of(single))
          : value(name, List.class, "a list of texts")
              .map(all -> ((List<?>) all).stream().map(String::valueOf).toList());
    }

    private <T> Optional<T> value(String name, Class<T> type, String expected) {
      Object value = options.get(name);
      if (value == null) {
        return Optional.empty();
      }
      if (!type.isInstance(value)) {
        throw new InvalidInputException(
            "the call option '" + name + "'", expected, "'" + value + "'");
      }
      return Optional.of(type.cast(value));
    }
  }
}
