package io.evergraph.contract;

import static io.evergraph.contract.Graphs.COUNT;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.evergraph.agent.ReactAgent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.CachePolicy.OfCaller;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.ScriptedModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Results of nodes that are used again. */
class CacheContract extends RuntimeContract {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  private final AtomicInteger calls = new AtomicInteger();

  private Graph graph(CachePolicy policy) {
    return graph(policy, this::answer);
  }

  private Command answer(NodeContext context) {
    calls.incrementAndGet();
    String asked = context.state().get(VALUE);
    return Command.update(LOG, "about " + asked).thenGoTo(asked.equals("x") ? "left" : "right");
  }

  private Graph graph(CachePolicy policy, NodeAction action) {
    return Graph.builder("cached-" + thread())
        .channels(VALUE, LOG, COUNT)
        .node("ask", action, NodePolicy.builder().cache(policy).build())
        .node("left", Graphs.log("left"))
        .node("right", Graphs.log("right"))
        .ends("ask", "left", "right")
        .edge(START, "ask")
        .build();
  }

  private RunResult run(Graph graph, String thread, StateUpdate input) {
    runtime().graphs().register(graph);
    return await(runtime().start(graph, ThreadId.of(thread() + thread), input));
  }

  private List<String> logged(Graph graph, String thread, StateUpdate input) {
    return run(graph, thread, input).state().get(LOG);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonSubTypes({@JsonSubTypes.Type(Search.class), @JsonSubTypes.Type(Lookup.class)})
  private sealed interface Query {}

  private record Search(String text) implements Query {}

  private record Lookup(String text) implements Query {}

  @Test
  void shouldTellQueriesOfDifferentKindsApart() {
    Channel<Query> query = Channel.of("query", Query.class);
    Graph graph =
        Graph.builder("cached-" + thread())
            .channels(query, LOG)
            .node(
                "ask",
                context -> Command.update(LOG, "by " + context.state().get(query)),
                NodePolicy.builder().cache(CachePolicy.ALWAYS).build())
            .edge(START, "ask")
            .build();

    assertThat(logged(graph, "-1", StateUpdate.of(query, new Search("x"))))
        .asString()
        .contains("S");
    assertThat(logged(graph, "-2", StateUpdate.of(query, new Lookup("x"))))
        .asString()
        .contains("L");
  }

  @Test
  void shouldSayOnceMoreWhatAModelSaidInAnotherTurn() {
    ScriptedModel model = ScriptedModel.says(ScriptedModel.text("At nine."));
    Graph graph = saying(model);
    StateUpdate asked = StateUpdate.of(VALUE, "x").with(CHAT, Message.user("When?"));

    RunResult first = run(graph, "", asked);
    RunResult again = run(graph, "", asked);

    assertThat(first.state().get(CHAT))
        .extracting(Message::text)
        .containsExactly("When?", "At nine.");
    assertThat(again.state().get(CHAT))
        .extracting(Message::text)
        .containsExactly("When?", "At nine.", "When?", "At nine.");
    assertThat(again.state().get(CHAT)).extracting(Message::id).doesNotHaveDuplicates();
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void shouldNotKeepWhatATaskHasDoneToTheMessagesOfItsThread() {
    ScriptedModel model =
        ScriptedModel.says(ScriptedModel.text("At nine."), ScriptedModel.text("At ten."));
    Graph graph = saying(model);
    Message open = Message.assistant("", new ToolCall("1", "look", "{}"));

    RunResult first =
        run(graph, "-1", StateUpdate.of(VALUE, "x").with(CHAT, open, Message.user("When?")));
    RunResult other =
        run(graph, "-2", StateUpdate.of(VALUE, "x").with(CHAT, Message.user("And when?")));

    assertThat(first.state().get(CHAT)).hasSizeGreaterThan(2);
    assertThat(other.state().get(CHAT))
        .extracting(Message::text)
        .containsExactly("And when?", "At ten.");
  }

  private Graph saying(ScriptedModel model) {
    return Graph.builder("saying-" + thread())
        .channels(VALUE, CHAT)
        .node(
            "say",
            ModelNode.of(ModelSource.of(model), CHAT),
            policy -> policy.cache(CachePolicy.ALWAYS.byChannels("value")))
        .edge(START, "say")
        .build();
  }

  @Test
  void shouldNotSayOnAnotherThreadThatALimitIsReached() {
    ScriptedModel model = ScriptedModel.says(ScriptedModel.text("At nine."));
    Graph agent =
        ReactAgent.of("limited-" + thread(), ModelSource.of(model))
            .channels(VALUE)
            .limits(Limits.NONE.perThread(thread -> thread.modelCalls(1)))
            .modelPolicy(NodePolicy.builder().cache(CachePolicy.ALWAYS.byChannels("value")).build())
            .build();

    assertThat(said(agent, "-1", "x")).isEqualTo("At nine.");
    assertThat(said(agent, "-1", "y")).startsWith("The limit of 1 model calls");
    assertThat(said(agent, "-2", "y")).isEqualTo("At nine.");
  }

  private String said(Graph agent, String thread, String value) {
    StateUpdate input = StateUpdate.of(VALUE, value).with(ReactAgent.MESSAGES, Message.user("Hi"));
    List<Message> chat = run(agent, thread, input).state().get(ReactAgent.MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  @Test
  void shouldUseWritesAndRoutesAgainAndSaySo() {
    Graph graph = graph(CachePolicy.ALWAYS);

    assertThat(logged(graph, "-1", StateUpdate.of(VALUE, "x"))).containsExactly("about x", "left");
    RunResult again = run(graph, "-2", StateUpdate.of(VALUE, "x"));

    assertThat(again.state().get(LOG)).containsExactly("about x", "left");
    assertThat(calls).hasValue(1);
    assertThat(cached(ThreadId.of(thread() + "-1"))).containsExactly(false, false);
    assertThat(cached(ThreadId.of(thread() + "-2"))).containsExactly(true, false);
  }

  private List<Boolean> cached(ThreadId of) {
    return runtime().events(of, 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).report().cached())
        .toList();
  }

  @Test
  void shouldRunTheNodeForOtherInput() {
    Graph graph = graph(CachePolicy.ALWAYS);

    run(graph, "-1", StateUpdate.of(VALUE, "x"));

    assertThat(logged(graph, "-2", StateUpdate.of(VALUE, "y"))).containsExactly("about y", "right");
    assertThat(calls).hasValue(2);
  }

  @Test
  void shouldTellCasesApartByTheChannelsThatCount() {
    Graph graph = graph(CachePolicy.ALWAYS.byChannels("value"));

    run(graph, "-1", StateUpdate.of(VALUE, "x").with(COUNT, 1));
    run(graph, "-2", StateUpdate.of(VALUE, "x").with(COUNT, 2));
    run(graph, "-3", StateUpdate.of(VALUE, "y").with(COUNT, 1));

    assertThat(calls).hasValue(2);
  }

  @Test
  void shouldTellCasesApartByContextAndCallOptionsUnlessTheyAreIgnored() {
    Graph graph = graph(CachePolicy.ALWAYS);
    RunOptions english = RunOptions.builder().context(Map.of("language", "en")).build();
    RunOptions german = RunOptions.builder().context(Map.of("language", "de")).build();
    RunOptions warm = RunOptions.builder().callOptions(parameter("temperature", 1)).build();

    run(graph, "-1", english);
    run(graph, "-2", german);
    run(graph, "-3", warm);
    run(graph, "-4", german);

    assertThat(calls).hasValue(3);
  }

  @Test
  void shouldUseResultsAgainForOtherCallersWhenTheNodeDoesNotDependOnThem() {
    Graph graph = graph(CachePolicy.ALWAYS.ignoring(OfCaller.CONTEXT, OfCaller.OPTIONS));

    run(graph, "-1", RunOptions.builder().context(Map.of("language", "en")).build());
    run(graph, "-2", RunOptions.builder().callOptions(parameter("temperature", 1)).build());

    assertThat(calls).hasValue(1);
  }

  private static CallOptions parameter(String name, Object value) {
    return CallOptions.everywhere(NodeOptions.of(Map.of(name, value)));
  }

  private void run(Graph graph, String thread, RunOptions options) {
    runtime().graphs().register(graph);
    ThreadId id = ThreadId.of(thread() + thread);
    await(runtime().start(graph.name(), id, StateUpdate.of(VALUE, "x"), options)).orThrow();
  }

  @Test
  void shouldTellCasesApartByAFunctionOfWhatIsRead() {
    Graph graph =
        graph(
            CachePolicy.ALWAYS, NodeAction.keyed(state -> state.get(VALUE).length(), this::answer));

    run(graph, "-1", StateUpdate.of(VALUE, "x"));
    run(graph, "-2", StateUpdate.of(VALUE, "y"));
    run(graph, "-3", StateUpdate.of(VALUE, "zz"));

    assertThat(calls).hasValue(2);
  }

  @Test
  void shouldRunTheNodeAgainWhenItsResultIsTooOld() throws InterruptedException {
    Graph graph = graph(CachePolicy.ALWAYS.livingFor(Duration.ofNanos(1)));

    run(graph, "-1", StateUpdate.of(VALUE, "x"));
    run(graph, "-2", StateUpdate.of(VALUE, "x"));

    assertThat(calls).hasValue(2);
  }

  @Test
  void shouldRunTheNodeAgainAfterItWasClearedOrHasAnotherVersion() {
    Graph graph = graph(CachePolicy.ALWAYS);
    run(graph, "-1", StateUpdate.of(VALUE, "x"));

    runtime().cache().clear(graph.name(), "ask");
    run(graph, "-2", StateUpdate.of(VALUE, "x"));
    assertThat(calls).hasValue(2);

    run(graph(CachePolicy.ALWAYS.version("2")), "-3", StateUpdate.of(VALUE, "x"));
    assertThat(calls).hasValue(3);
  }

  @Test
  void shouldKeepNeitherFailuresNorWhatPeopleAnswered() {
    Graph graph =
        graph(
            CachePolicy.ALWAYS,
            context -> {
              if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("not now");
              }
              String said = context.interrupt(Question.asking(String.class, "well?"));
              return Command.update(LOG, said).thenGoTo();
            });

    for (String turn : List.of("-1", "-2")) {
      run(graph, turn, StateUpdate.of(VALUE, "x"));
      RunResult answered =
          await(runtime().answer(ThreadId.of(thread() + turn), Answer.single("said" + turn)));
      assertThat(answered.state().get(LOG)).containsExactly("said" + turn);
    }

    assertThat(calls).hasValue(5);
  }

  @Test
  void shouldUseNoResultThatAHookRefused() {
    AtomicInteger refusals = new AtomicInteger(1);
    Graph graph = guarded(refusals);

    assertThat(logged(graph, "-1", StateUpdate.of(VALUE, "x"))).containsExactly("draft 2");
    assertThat(logged(graph, "-2", StateUpdate.of(VALUE, "x"))).containsExactly("draft 2");
    refusals.set(1);

    assertThat(logged(graph, "-3", StateUpdate.of(VALUE, "x"))).containsExactly("draft 3");
    assertThat(logged(graph, "-4", StateUpdate.of(VALUE, "x"))).containsExactly("draft 3");
  }

  private Graph guarded(AtomicInteger refusals) {
    return Graph.builder("guarded-" + thread())
        .channels(VALUE, LOG)
        .node(
            "ask",
            context -> Command.update(LOG, "draft " + calls.incrementAndGet()),
            NodePolicy.builder().cache(CachePolicy.ALWAYS).retry(AT_ONCE).build())
        .hook(
            "ask",
            NodeHook.after(
                (context, result) ->
                    refusals.getAndDecrement() > 0 ? failing("the guard") : result))
        .edge(START, "ask")
        .build();
  }

  @Test
  void shouldRunTheNodeAgainWhenATaskIsRetriedWhoseResultWasRefused() {
    Channel<String> checked =
        Channel.of("checked", String.class)
            .reducedBy(
                Reducer.of(
                    "checked",
                    (String held, String it) -> it.equals("draft 1") ? failing("check") : it));
    Graph graph =
        Graph.builder("refused-" + thread())
            .channels(VALUE, checked)
            .node(
                "ask",
                context -> Command.update(checked, "draft " + calls.incrementAndGet()),
                NodePolicy.builder().cache(CachePolicy.ALWAYS.byChannels("value")).build())
            .edge(START, "ask")
            .build();
    StateUpdate input = StateUpdate.of(VALUE, "x").with(checked, "draft 0");
    assertThat(run(graph, "-1", input).status()).isEqualTo(RunStatus.PARKED);
    assertThat(run(graph, "-2", input).status()).isEqualTo(RunStatus.PARKED);
    RunResult retried = await(runtime().answer(ThreadId.of(thread() + "-2"), Answer.retry()));

    assertThat(retried.state().get(checked)).isEqualTo("draft 2");
    assertThat(run(graph, "-3", input).state().get(checked)).isEqualTo("draft 2");
    RunResult continued = await(runtime().proceed(ThreadId.of(thread() + "-1")));
    assertThat(continued.state().get(checked)).isEqualTo("draft 3");
  }

  @Test
  void shouldNotUseWhatAHandlerMadeOfAnotherFailure() {
    Graph graph =
        Graph.builder("handled-" + thread())
            .channels(VALUE, LOG)
            .node("a", context -> failing("a"), ONCE)
            .node("b", context -> failing("b"), ONCE)
            .node(
                "mend",
                context -> Command.update(LOG, context.failure().orElseThrow().message()),
                NodePolicy.builder().cache(CachePolicy.ALWAYS.byChannels("value")).build())
            .onError("mend")
            .edge(START, "a")
            .edge("a", "b")
            .build();

    assertThat(logged(graph, "", StateUpdate.of(VALUE, "x"))).containsExactly("a fails", "b fails");
  }

  private static final RetryPolicy AT_ONCE =
      RetryPolicy.DEFAULT.withPauses(Duration.ofMillis(1), Duration.ofMillis(1));

  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  private static <T> T failing(String node) {
    throw new IllegalStateException(node + " fails");
  }
}
