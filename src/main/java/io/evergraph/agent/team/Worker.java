package io.evergraph.agent.team;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.FinalAnswer;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TypeRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A worker of a supervisor: an agent that is given a chat and reports to the one around it. */
record Worker(Graph agent, OutputMode mode) {
  private static final Channel<List<Message>> GIVEN =
      Channel.of("team.given", new TypeRef<List<Message>>() {});

  private static final ListChannel<Message> REPORT = Messages.channel("team.report");

  private static final String WORK = "agent";
  private static final String TELL = "report";

  /** Adds the worker to a team, under its name. */
  void addTo(GraphBuilder team) {
    Graph work = graph();
    Embedding reporting = Embedding.DEFAULT.output(REPORT, ReactAgent.MESSAGES);
    team.subgraph(agent.name(), work, TotalUsage.passedOn(reporting, work)).onInput(agent::taken);
  }

  /** Returns the graph of one transfer: its input is the chat, its output what it reports. */
  private Graph graph() {
    return TotalUsage.hiddenIn(Graph.builder(agent.name()))
        .channels(GIVEN, REPORT, ReactAgent.MESSAGES)
        .subgraph(
            WORK,
            agent,
            TotalUsage.passedOn(
                Embedding.DEFAULT
                    .input(GIVEN, ReactAgent.MESSAGES)
                    .output(ReactAgent.MESSAGES, ReactAgent.MESSAGES),
                agent))
        .node(TELL, this::report, Team.LOCAL)
        .edge(Graph.START, WORK)
        .edge(WORK, TELL)
        .build();
  }

  private Command report(NodeContext context) {
    Set<String> given =
        context.state().get(GIVEN).stream().map(Message::id).collect(Collectors.toSet());
    List<Message> said =
        context.state().find(ReactAgent.MESSAGES).orElse(List.of()).stream()
            .filter(message -> !given.contains(message.id()))
            .map(message -> message.withMetadata(Message.SOURCE, agent.name()))
            .toList();
    if (said.isEmpty()) {
      return Command.update(StateUpdate.of(REPORT, List.of(silence())));
    }
    List<Message> told = mode == OutputMode.LAST_MESSAGE ? List.of(conclusion(said)) : said;
    return Command.update(StateUpdate.of(REPORT, told));
  }

  /**
   * Returns the last message, whatever hooks tell since in a user's place, or a loop of its bound;
   * in words where it is the result of a call that ends the turn: the supervisor does not have that
   * call, and would drop a result without one.
   */
  private Message conclusion(List<Message> said) {
    Message last =
        said.stream()
            .filter(it -> !(it instanceof Message.User || it instanceof Message.Instruction))
            .reduce((earlier, later) -> later)
            .orElse(said.get(said.size() - 1));
    return last instanceof Message.Tool result
        ? Message.assistant(words(said, result)).withMetadata(Message.SOURCE, agent.name())
        : last;
  }

  /** A typed answer is what its tool was called with. */
  private static String words(List<Message> said, Message.Tool result) {
    return said.stream()
        .filter(Message.Assistant.class::isInstance)
        .flatMap(message -> ((Message.Assistant) message).toolCalls().stream())
        .filter(call -> call.id().equals(result.callId()) && call.name().equals(FinalAnswer.NAME))
        .reduce((earlier, later) -> later)
        .map(ToolCall::arguments)
        .orElse(result.text());
  }

  /** The supervisor's model is asked again only when there is something new in the chat. */
  private Message silence() {
    return Message.assistant("'%s' has ended without a message.".formatted(agent.name()))
        .withMetadata(Message.SOURCE, agent.name());
  }

  /**
   * Returns the input of a worker: the chat, where the last calls are only the one that passes it
   * on to this worker. Some servers give all calls the same id.
   */
  static StateUpdate input(List<Message> chat, Message.Tool transfer) {
    int results = chat.size();
    while (chat.get(results - 1) instanceof Message.Tool) {
      results--;
    }
    Message.Assistant caller = (Message.Assistant) chat.get(results - 1);
    List<ToolCall> own =
        caller.toolCalls().stream()
            .filter(it -> it.id().equals(transfer.callId()) && it.name().equals(transfer.name()))
            .limit(1)
            .toList();
    List<Message> seen = new ArrayList<>(chat.subList(0, results - 1));
    seen.add(caller.withToolCalls(own));
    seen.add(transfer);
    return StateUpdate.of(GIVEN, seen);
  }
}
