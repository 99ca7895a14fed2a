package io.evergraph.contract;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Elements that come without an id get one, wherever they come from: none takes another's place.
 */
class IdentifiedContract extends RuntimeContract {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();
  private static final NodeAction FAILS =
      context -> {
        throw new IllegalArgumentException("boom");
      };

  private static List<String> texts(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<Message> chat = result.state().get(CHAT);
    assertThat(chat).extracting(Message::id).doesNotContain("").doesNotHaveDuplicates();
    return chat.stream().map(Message::text).toList();
  }

  @Test
  void shouldKeepAllThatIsWrittenInPlaceOfTasks() {
    Graph graph =
        Graph.builder("skipped")
            .channels(CHAT)
            .node("x", FAILS, ONCE)
            .node("y", FAILS, ONCE)
            .edge(START, "x")
            .edge(START, "y")
            .build();
    RunResult parked = start(graph, StateUpdate.empty());
    Answer[] skips =
        parked.snapshot().tasks().stream()
            .map(task -> Answer.skip(task.id(), said("for " + task.node())))
            .toArray(Answer[]::new);

    assertThat(texts(answer(skips))).containsExactlyInAnyOrder("for x", "for y");
  }

  @Test
  void shouldKeepAllThatIsSentToASubgraph() {
    Graph inner =
        Graph.builder("inner")
            .channels(CHAT)
            .node("reads", context -> Command.update(CHAT, read(context.state().get(CHAT))))
            .edge(START, "reads")
            .build();
    Graph graph =
        Graph.builder("sending")
            .channels(CHAT)
            .node("begin", context -> Command.none())
            .subgraph("worker", inner)
            .edge(START, "begin")
            .routes("begin", context -> List.of(send("1"), send("2")), "worker")
            .build();

    assertThat(texts(start(graph, StateUpdate.empty())))
        .containsExactly("be short, document 1", "be short, document 2");
  }

  private static Route send(String number) {
    return Route.send(
        "worker",
        StateUpdate.of(CHAT, Message.user("be short"), Message.user("document " + number)));
  }

  private static List<Message> read(List<Message> chat) {
    return List.of(Message.user(String.join(", ", chat.stream().map(Message::text).toList())));
  }

  private static StateUpdate said(String... texts) {
    return StateUpdate.of(CHAT, Stream.of(texts).<Message>map(Message::user).toList());
  }
}
