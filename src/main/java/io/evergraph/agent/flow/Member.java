package io.evergraph.agent.flow;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.tool.FinalAnswer;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent at its place in a flow: a task goes in, a result, one message and what it has used come
 * out.
 *
 * @param agent a graph with a chat, or one that has its result in a channel
 * @param output the channel of the flow that gets the result
 * @param collected whether the result is appended to a list
 */
record Member(Graph agent, Channel<?> output, boolean collected) {
  /** What the agent is asked, in words. */
  static final Channel<String> TASK = Channel.of("task", String.class);

  /** What the agent hears and says; only its result leaves it. */
  static final ListChannel<Message> HEARD = Messages.channel("flow.heard");

  /** Who has given a result in this turn, in flows that merge results. */
  static final ListChannel<String> GAVE = ListChannel.append("flow.gave", String.class);

  /** What an agent has written that can also read what it wrote in an earlier turn. */
  private static final String WRITTEN = "flow.written";

  /** The policy of nodes that only turn values around. */
  static final NodePolicy LOCAL = NodePolicy.builder().local().build();

  private static final String AGENT = "agent";
  private static final String RESULT = "result";

  /** Returns an agent whose result goes to the channel of its name. */
  static Member of(Graph agent) {
    Channel<?> own = agent.schema().channels().get(agent.name());
    return of(agent, own == null ? Channel.of(agent.name(), String.class) : own);
  }

  static Member of(Graph agent, Channel<?> output) {
    return new Member(agent, output, false);
  }

  String name() {
    return agent.name();
  }

  boolean declares(Channel<?> channel) {
    return agent.schema().knows(channel.name());
  }

  /** Returns whether the agent can ask to leave the loop around it. */
  boolean canExit() {
    return declares(ExitLoop.EXIT) && agent.spec().shape().isShown(ExitLoop.EXIT.name());
  }

  /** Returns whether who gave a result is noted; not so in the topology of an earlier version. */
  static boolean isNoted(State state) {
    return state.has(GAVE.name());
  }

  /** Returns what is written when a turn begins. */
  static StateUpdate noneGave(State state) {
    return isNoted(state) ? StateUpdate.empty().overwriting(GAVE, List.of()) : StateUpdate.empty();
  }

  private boolean chats() {
    return declares(ReactAgent.MESSAGES);
  }

  /** Returns the channel of the agent that holds its result; empty where its last words are it. */
  private Optional<Channel<?>> source() {
    Map<String, Channel<?>> own = agent.schema().channels();
    return List.of(output.name(), name(), FinalAnswer.NAME).stream()
        .filter(own::containsKey)
        .findFirst()
        .map(own::get);
  }

  /** Returns what keeps the agent from standing in a flow. */
  List<String> problems() {
    if (source().isEmpty() && !chats()) {
      return List.of(
          "agent '%s' has neither a chat nor a channel '%s'; name the channel that holds its result"
              .formatted(name(), output.name()));
    }
    String found = source().map(it -> it.type().getTypeName()).orElse(String.class.getName());
    boolean isAny = collected && wanted().equals(Object.class);
    return isAny || isInWords() || wanted().getTypeName().equals(found)
        ? List.of()
        : List.of(
            "agent '%s' has a result of %s and channel '%s' holds %s; name one of its type"
                .formatted(name(), found, output.name(), output.type().getTypeName()));
  }

  /** Returns the type that the result must have; where results are collected, that of each. */
  private Type wanted() {
    return collected && output instanceof ListChannel<?> results
        ? results.elementType()
        : output.type();
  }

  private boolean isInWords() {
    return wanted().equals(String.class);
  }

  /** Adds the agent to a flow, under its name; inputs of the flow are taken in as the agent's. */
  void addTo(GraphBuilder flow, Shared shared) {
    List<Channel<?>> in = shared.readBy(this);
    List<Channel<?>> out = new ArrayList<>(shared.writtenBy(this));
    if (canExit()) {
      out.add(ExitLoop.EXIT);
    }
    Graph around = around(in, out, shared.isMerged());
    Embedding names = embedding(in, out);
    Embedding all = shared.isMerged() ? outward(names, GAVE) : names;
    flow.subgraph(name(), around, TotalUsage.passedOn(all, around)).onInput(agent::taken);
    if (!declares(HEARD)) { // a flow has its agents take the task in
      flow.onInput(input -> taken(input, TASK));
    }
  }

  /** Returns an input whose words in a channel the agent takes in as those of a user. */
  StateUpdate taken(StateUpdate input, Channel<?> channel) {
    return new StateUpdate(
        input.writes().stream()
            .map(it -> it.channel().equals(channel.name()) ? it.withValue(taken(it.value())) : it)
            .toList());
  }

  private @Nullable Object taken(@Nullable Object words) {
    if (words instanceof List<?> several) {
      return several.stream().map(this::taken).toList();
    }
    return words instanceof String text ? said(text) : words;
  }

  private String said(String text) {
    StateUpdate given = StateUpdate.of(ReactAgent.MESSAGES, List.of(Message.user(text)));
    return agent.taken(given).writes().stream()
        .flatMap(it -> it.value() instanceof List<?> chat ? chat.stream() : Stream.empty())
        .filter(Message.class::isInstance)
        .map(it -> ((Message) it).text())
        .findFirst()
        .orElse(text);
  }

  private Embedding embedding(List<Channel<?>> in, List<Channel<?>> out) {
    Embedding names =
        Embedding.DEFAULT
            .input(TASK, TASK)
            .input(HEARD, HEARD)
            .output(ReactAgent.MESSAGES, ReactAgent.MESSAGES);
    return both(outward(names, output), in, out);
  }

  private static <T> Embedding inward(Embedding names, Channel<T> channel) {
    return names.input(channel, channel);
  }

  private static <T> Embedding outward(Embedding names, Channel<T> channel) {
    return names.output(channel, channel);
  }

  private static Embedding both(Embedding names, List<Channel<?>> in, List<Channel<?>> out) {
    Embedding all = names;
    for (Channel<?> channel : in) {
      all = inward(all, channel);
    }
    for (Channel<?> channel : out) {
      all = outward(all, channel);
    }
    return all;
  }

  /** Returns the graph that keeps what the agent hears and says from the flow. */
  private Graph around(List<Channel<?>> in, List<Channel<?>> out, boolean isMerged) {
    Map<String, Channel<?>> channels = new LinkedHashMap<>();
    List.of(TASK, HEARD, ReactAgent.MESSAGES, output).forEach(it -> channels.put(it.name(), it));
    source().ifPresent(it -> channels.putIfAbsent(it.name(), it));
    in.forEach(it -> channels.putIfAbsent(it.name(), it));
    out.forEach(it -> channels.putIfAbsent(it.name(), it));
    GraphBuilder graph = TotalUsage.hiddenIn(Graph.builder(name()));
    if (isMerged) {
      graph.channels(GAVE).hidden(GAVE);
    }
    Embedding names = inner(in, out);
    Optional<Channel<?>> read = source().filter(it -> isMerged && stands(it, in));
    Embedding inner = read.isPresent() ? noted(graph, names, read.get()) : names;
    return graph
        .version(agent.version())
        .channels(channels.values().toArray(Channel<?>[]::new))
        .maxSteps(ReactAgent.MAX_STEPS)
        .subgraph(AGENT, agent, inner)
        .node(RESULT, context -> result(context.state(), read.isPresent()), LOCAL)
        .edge(START, AGENT)
        .edge(AGENT, RESULT)
        .edge(RESULT, END)
        .build();
  }

  /**
   * Returns the channel that holds the result; empty where the agent's last words are it. A
   * topology that does not note who gave a result has no channel apart.
   */
  private Optional<String> place(State state, boolean isApart) {
    return isApart && isNoted(state) ? Optional.of(WRITTEN) : source().<String>map(Channel::name);
  }

  private static boolean stands(Channel<?> channel, List<Channel<?>> among) {
    return among.stream().anyMatch(it -> it.name().equals(channel.name()));
  }

  @SuppressWarnings("unchecked") // the channel has the type of the source
  private static <T> Embedding noted(GraphBuilder graph, Embedding inner, Channel<T> source) {
    Channel<T> written = (Channel<T>) Channel.ofType(WRITTEN, source.type());
    graph.channels(written).hidden(written);
    return inner.output(source, written);
  }

  private Embedding inner(List<Channel<?>> in, List<Channel<?>> out) {
    Embedding names = both(Embedding.DEFAULT, in, out);
    if (chats()) {
      names = names.input(HEARD, ReactAgent.MESSAGES).output(ReactAgent.MESSAGES, HEARD);
    }
    if (declares(TASK)) {
      names = names.input(TASK, TASK);
    }
    Optional<Channel<?>> source = source();
    return TotalUsage.passedOn(source.isPresent() ? outward(names, source.get()) : names, agent);
  }

  /**
   * Says what the agent has found.
   *
   * @param isApart whether what it has written stands apart from what it may have read
   */
  private Command result(State state, boolean isApart) {
    Optional<String> place = place(state, isApart);
    Optional<Object> value =
        place.isPresent()
            ? Optional.ofNullable(state.value(place.get()))
            : Messages.lastWords(state.getOrElse(HEARD, List.of())).map(Object.class::cast);
    if (value.isEmpty()) {
      return Command.none();
    }
    Message said =
        Message.assistant(Messages.words(value.get())).withMetadata(Message.SOURCE, name());
    StateUpdate gave = isNoted(state) ? StateUpdate.of(GAVE, name()) : StateUpdate.empty();
    return Command.update(ReactAgent.MESSAGES, said).and(written(value.get())).and(gave);
  }

  /** What stands in the channel of the result already is not written twice. */
  private StateUpdate written(Object value) {
    Object result = isInWords() ? Messages.words(value) : value;
    if (collected) {
      return StateUpdate.of(Map.of(output.name(), List.of(result)));
    }
    return source().filter(output::equals).isPresent()
        ? StateUpdate.empty()
        : StateUpdate.of(Map.of(output.name(), result));
  }
}
