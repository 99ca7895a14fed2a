package io.evergraph.llm;

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
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
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
 * @param prompt the instruction that precedes the chat, not part of it; empty for none
 * @param tools what the model may call, asked before each call
 * @param limits how much may be used, counted in the channel of {@link ToolCalls}; none outside of
 *     agents
 */
public record ModelNode(
    ModelSource source,
    ListChannel<Message> channel,
    String prompt,
    Supplier<List<ToolSpecification>> tools,
    Limits limits)
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
  }

  /** Returns a node without prompt and tools. */
  public static ModelNode of(ModelSource source, ListChannel<Message> channel) {
    return new ModelNode(source, channel, "", List::of, Limits.NONE);
  }

  /** Returns this node with an instruction before the chat. */
  public ModelNode withPrompt(String instruction) {
    return new ModelNode(source, channel, instruction, tools, limits);
  }

  /** Returns this node with tools that the model may call. */
  public ModelNode withTools(List<ToolSpecification> specifications) {
    List<ToolSpecification> fixed = List.copyOf(specifications);
    return new ModelNode(source, channel, prompt, () -> fixed, limits);
  }

  /** Returns this node with tools that the model may call; their sources are asked each time. */
  public ModelNode withTools(Toolset set) {
    return new ModelNode(source, channel, prompt, () -> set.now().specifications(), limits);
  }

  /** Returns this node with limits; its graph has the channels of {@link ToolCalls}. */
  public ModelNode withLimits(Limits others) {
    return new ModelNode(source, channel, prompt, tools, others);
  }

  @Override
  public Command run(NodeContext context) {
    List<Message> said = context.state().find(channel).orElse(List.of());
    List<Message> chat = ChatRepair.repaired(said);
    if (limits.equals(Limits.NONE)) {
      return Command.update(written(said, chat, answer(chat, context).message()));
    }
    AgentUsage usage =
        context.state().find(AgentUsage.CHANNEL).orElse(AgentUsage.NONE).in(Messages.turn(chat));
    return limits
        .forModel(usage)
        .map(reached -> Command.update(written(said, chat, stopped(reached))))
        .orElseGet(() -> counted(said, chat, usage, context));
  }

  private Command counted(
      List<Message> said, List<Message> chat, AgentUsage usage, NodeContext context) {
    Answer answer = answer(chat, context);
    return Command.update(
        written(said, chat, answer.message())
            .with(AgentUsage.CHANNEL, usage.withModelCall(answer.tokens())));
  }

  private Message stopped(Limits.Reached reached) {
    if (limits.reaction() == Limits.Reaction.FAIL) {
      throw new LimitReachedException(reached);
    }
    return Message.assistant(reached.text());
  }

  private StateUpdate written(List<Message> said, List<Message> chat, Message answer) {
    if (chat.equals(said)) {
      return StateUpdate.of(channel, answer);
    }
    List<Message> all = new ArrayList<>(chat);
    all.add(answer);
    return StateUpdate.overwrite(channel, all);
  }

  private record Answer(Message message, long tokens) {}

  private Answer answer(List<Message> chat, NodeContext context) {
    ChatRequest request =
        new CallParameters(context.options())
            .applyTo(ChatRequest.builder())
            .messages(messages(chat))
            .toolSpecifications(tools.get())
            .build();
    String id = ContentHash.uuid(context.idempotencyKey(), 0);
    ChatResponse response = ask(source.modelFor(context), request, new Watched(context, id));
    return new Answer(
        ChatMessages.answer(response.aiMessage(), context.idempotencyKey()).withId(id),
        report(response.tokenUsage(), context));
  }

  @Override
  public boolean waitsForService() {
    return true;
  }

  /** Returns the tokens of a call. */
  private static long report(@Nullable TokenUsage usage, NodeContext context) {
    if (usage == null) {
      return 0;
    }
    report("input_tokens", usage.inputTokenCount(), context);
    report("output_tokens", usage.outputTokenCount(), context);
    report("total_tokens", usage.totalTokenCount(), context);
    return Optional.ofNullable(usage.totalTokenCount()).orElse(0);
  }

  private static void report(String counter, @Nullable Integer tokens, NodeContext context) {
    if (tokens != null) {
      context.usage(counter, tokens);
    }
  }

  private List<ChatMessage> messages(List<Message> chat) {
    List<ChatMessage> messages = new ArrayList<>();
    if (!prompt.isBlank()) {
      messages.add(SystemMessage.from(prompt));
    }
    chat.stream().map(ChatMessages::of).forEach(messages::add);
    if (messages.isEmpty()) {
      throw new InvalidInputException(
          "channel '" + channel.name() + "'", "at least one message to answer", "none");
    }
    return messages;
  }

  private static ChatResponse ask(ChatModel model, ChatRequest request, Watched watched) {
    try {
      return model instanceof StreamedModel streamed
          ? streamed.chat(request, watched)
          : model.chat(request);
    } catch (RuntimeException error) {
      throw new ModelFailure(error).explained();
    }
  }

  /** Shows the words to those who watch, and leaves the position to a further attempt. */
  private record Watched(NodeContext context, String id) implements StreamedModel.Listener {
    @Override
    public void piece(String text) {
      context.emitter().text(id, text);
    }

    @Override
    public void position(StreamPosition position) {
      context.heartbeat(position);
    }
  }

  /**
   * What the caller of a run wants of the model of a node: {@code model}, {@code temperature},
   * {@code top_p}, {@code max_tokens} and {@code stop}. Other names are for other readers.
   */
  private record CallParameters(Map<String, Object> options) {

    ChatRequest.Builder applyTo(ChatRequest.Builder request) {
      text("model").ifPresent(request::modelName);
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
