package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Route;
import io.evergraph.graph.RunChanges;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.NodeCall;
import io.evergraph.temporal.protocol.NodeReply;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.RunMetadata;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The JSON that stands in histories and that people type. */
class WireFormsTest {
  private static final RunChanges CHANGES =
      new RunChanges(
          9,
          Breakpoints.before("a"),
          Map.of("user", "Ada"),
          List.of("again"),
          CallOptions.NONE.with("a", NodeOptions.of(Map.of("temperature", 0))),
          2,
          Map.of("why", "test"));

  private static final StateCodec CODEC = StateCodec.create();
  private static final StateSchema SCHEMA =
      StateSchema.of(List.of(Samples.LOG, Samples.COUNT), StateSchema.Openness.DECLARED_ONLY);

  private static final RunMetadata RUN =
      new RunMetadata(
          "g", "1", "run", null, List.of("tag"), tree("{\"user\":\"Ada\"}"), false, List.of());

  private static JsonNode tree(String json) {
    try {
      return CODEC.mapper().readTree(json);
    } catch (JsonProcessingException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static <T> T read(JsonNode tree, Class<T> type) {
    return CODEC.mapper().convertValue(tree, type);
  }

  private static JsonNode text(Object value) {
    return tree(CODEC.toJson(value).toString());
  }

  @Test
  void shouldLeaveOutWhatIsUsualWhenATaskCompletes() {
    TaskResult.Completed done =
        new TaskResult.Completed(
            "t",
            List.of(new Write("count", 7)),
            Routing.beside(List.of(Route.to("next"))),
            TaskReport.of(1, Duration.ofNanos(1_234_567)));

    JsonNode json = text(NodeReply.of(done, CODEC));

    assertThat(json)
        .isEqualTo(tree("{\"writes\":{\"count\":7},\"routes\":\"next\",\"micros\":1234}"));
    TaskResult back =
        CODEC.bind(read(json, NodeReply.class).result("t", CODEC), SCHEMA, any -> SCHEMA, "n");
    assertThat(back)
        .isEqualTo(
            new TaskResult.Completed(
                "t", done.writes(), done.routing(), TaskReport.of(1, Duration.ofNanos(1_234_000))));
  }

  @Test
  void shouldKeepOrderAndSendsWhenATaskWritesAChannelTwice() {
    TaskResult.Completed done =
        new TaskResult.Completed(
            "t",
            List.of(new Write("log", List.of("a")), new Write("log", List.of("b"))),
            Routing.instead(
                List.of(
                    Route.send("work", StateUpdate.of(Samples.COUNT, 3), Duration.ofSeconds(9)))),
            new TaskReport(4, Duration.ZERO, Map.of("tokens", 12L)));

    JsonNode json = text(NodeReply.of(done, CODEC));

    assertThat(
            CODEC.bind(read(json, NodeReply.class).result("t", CODEC), SCHEMA, any -> SCHEMA, "n"))
        .isEqualTo(done);
  }

  private static NodeCall call(Task task, CallOptions options, int left) {
    Graph graph =
        Graph.builder("g")
            .node("node", NodeAction.of(state -> StateUpdate.empty()))
            .edge(Graph.START, "node")
            .build();
    RunSettings settings =
        new RunSettings(
            64, OnFailure.PARK, Map.of(), List.of(), options, Breakpoints.NONE, 0, null);
    Pregel pregel = Pregel.of(graph.spec(), graph);
    Checkpoint at =
        pregel.accept(
            pregel.begin("thread"),
            new Input.NewInput("run", StateUpdate.empty(), settings),
            Instant.EPOCH);
    return NodeCall.of(task, at, RUN, "edHvC1yp", left, CODEC);
  }

  private static Task task(NodeCall call) {
    return call.task("thread", "node", CODEC, SCHEMA);
  }

  @Test
  void shouldCarryEverythingButStateWhenATaskIsCalled() {
    Task task =
        new Task(
            "id",
            "sub:1",
            "node",
            2,
            new Trigger.Sent(StateUpdate.of(Samples.COUNT, 1), Optional.of(Duration.ofSeconds(7))),
            9,
            4,
            Map.of("q", "yes"));
    CallOptions options = CallOptions.NONE.with("sub", NodeOptions.builder().attempts(7).build());

    NodeCall back = read(text(call(task, options, 5)), NodeCall.class);

    assertThat(task(back)).isEqualTo(task);
    assertThat(back.left()).isEqualTo(5);
    assertThat(back.run()).isEqualTo(RUN);
    assertThat(back.options()).isEqualTo(NodeOptions.builder().attempts(7).build());
  }

  @Test
  void shouldBeShortWhenATaskReadsItsCheckpoint() {
    String id = Task.usualId("thread", 9, "", "node", 0);
    Task task = new Task(id, "", "node", 0, new Trigger.Edges(), 9, 4, Map.of());

    NodeCall call = call(task, CallOptions.NONE, 60);

    assertThat(text(call))
        .isEqualTo(
            tree(
                "{\"checkpoint\":9,\"digest\":\"edHvC1yp\",\"run\":{\"graph\":\"g\","
                    + "\"version\":\"1\",\"id\":\"run\",\"tags\":[\"tag\"],"
                    + "\"context\":{\"user\":\"Ada\"}},\"step\":4,\"left\":60}"));
    NodeCall back = read(text(call.after(2)), NodeCall.class);
    assertThat(task(back)).isEqualTo(task);
    assertThat(back.tried()).isEqualTo(2);
  }

  @Test
  void shouldTellTheTurnOnlyWhereAnotherRunBeganIt() {
    RunSettings settings = RunSettings.of(9, OnFailure.PARK);
    Graph graph = Graph.builder("g").node("n", log()).edge(Graph.START, "n").build();
    Pregel pregel = Pregel.of(graph.spec(), graph);
    Checkpoint first =
        pregel.accept(
            pregel.begin("thread"),
            new Input.NewInput("run", StateUpdate.empty(), settings),
            Instant.EPOCH);
    Checkpoint next =
        pregel.accept(
            pregel.accept(first, new Input.Cancel(), Instant.EPOCH),
            new Input.Continue("on", Steering.NONE),
            Instant.EPOCH);

    RunMetadata own = metadata(graph, first);
    RunMetadata later = metadata(graph, next);

    assertThat(text(own)).isEqualTo(tree("{\"graph\":\"g\",\"version\":\"1\",\"id\":\"run\"}"));
    assertThat(text(later).path("turn").asText()).isEqualTo("run");
    assertThat(read(text(own), RunMetadata.class).turnId()).isEqualTo("run");
    assertThat(read(text(later), RunMetadata.class).compact().turnId()).isEqualTo("run");
    assertThat(text(later).toString()).hasSize(text(own).toString().length() - 1 + 13);
  }

  private static NodeAction log() {
    return NodeAction.of(state -> StateUpdate.empty());
  }

  private static RunMetadata metadata(Graph graph, Checkpoint at) {
    return RunMetadata.of(graph.spec(), at.lastSegment().orElseThrow(), CODEC);
  }

  @Test
  void shouldReferToALargeContextUntilItIsSentAgain() {
    Task task = new Task("id", "", "node", 0, new Trigger.Edges(), 9, 4, Map.of());
    JsonNode large = tree("{\"user\":\"" + "x".repeat(600) + "\"}");
    RunMetadata whole = new RunMetadata("g", "1", "run", null, List.of(), large, false, List.of());
    NodeCall call = call(task, CallOptions.NONE, 60);

    NodeCall referring = read(text(call.resent(whole.compact(), null)), NodeCall.class);
    NodeCall inline = read(text(call.resent(whole, tree("{\"count\":1}"))), NodeCall.class);

    assertThat(RUN.compact()).as("one that is small").isEqualTo(RUN);
    assertThat(referring.run().byReference()).isTrue();
    assertThat(referring.run().context()).isNull();
    assertThat(inline.run()).isEqualTo(whole);
    assertThat(inline.resent()).isTrue();
  }

  @Test
  void shouldKeepAnEmptyInputApartFromNone() {
    Trigger.RouteOnly entry = new Trigger.RouteOnly(StateUpdate.empty());
    Task task = new Task("id", "", "node", 0, entry, 1, 0, Map.of());

    NodeCall back = read(text(call(task, CallOptions.NONE, 5)), NodeCall.class);

    assertThat(task(back)).isEqualTo(task);
  }

  @Test
  void shouldCarryWhyAHandlerRunsAndWhatATaskReadsInstead() {
    NodeFailure failure =
        new NodeFailure("bad", "java.io.IOException", "gone", Map.of("status", 500), 3);
    Trigger edited = new Trigger.Edited(StateUpdate.of(Samples.COUNT, 5));
    Trigger sent = new Trigger.Sent(StateUpdate.of(Samples.COUNT, 1), Optional.empty());

    for (Trigger trigger :
        List.of(
            edited,
            new Trigger.Handling(edited, failure),
            new Trigger.Handling(sent, failure),
            new Trigger.Handling(new Trigger.Edges(), failure))) {
      Task task = new Task("id", "", "node", 0, trigger, 9, 4, Map.of());
      NodeCall back = read(text(call(task, CallOptions.NONE, 5)), NodeCall.class);
      assertThat(task(back)).isEqualTo(task);
    }
  }

  @Test
  void shouldReadAnswersInEveryFormThatPeopleType() {
    assertThat(answers("{\"interrupt\":\"i\",\"value\":{\"ok\":true}}"))
        .containsExactly(Answer.to("i", Map.of("ok", true)));
    assertThat(answers("{\"value\":null}")).containsExactly(Answer.single(null));
    assertThat(answers("{\"retry\":true}")).containsExactly(Answer.retry());
    assertThat(answers("{\"retry\":\"task\"}")).containsExactly(Answer.retry("task"));
    assertThat(answers("{\"skip\":true}")).containsExactly(Answer.skip(StateUpdate.empty()));
    assertThat(answers("{\"skip\":\"task\",\"update\":{\"count\":1}}"))
        .singleElement()
        .hasToString("Skip[taskId=task, update=" + ofTree("1") + "]");
    assertThat(answers("{\"edit\":\"task\",\"values\":{\"count\":1}}"))
        .singleElement()
        .hasToString("Edit[taskId=task, values=" + ofTree("1") + "]");
    assertThat(answers("[{\"interrupt\":\"i\",\"value\":1},{\"retry\":true}]"))
        .containsExactly(Answer.to("i", 1), Answer.retry());
    assertThat(resume("{\"runId\":\"r\",\"answers\":[{\"value\":1}]}").id()).isEqualTo("r");
    assertThat(resume("{\"runId\":\"r\",\"value\":1}").id()).isEqualTo("r");
  }

  private static StateUpdate ofTree(String value) {
    return new StateUpdate(List.of(new Write("count", tree(value))));
  }

  private static List<Answer> answers(String json) {
    return resume(json).answers();
  }

  private static ResumeMessage resume(String json) {
    return ResumeMessage.read(tree(json), ResumeMessage.Endpoint.UPDATE, CODEC);
  }

  @Test
  void shouldRefuseWhatIsNoAnswer() {
    for (String json : List.of("\"yes\"", "{}", "[]", "null", "{\"retry\":false}", "[1]")) {
      assertThatThrownBy(() -> resume(json))
          .as(json)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("interrupt");
    }
  }

  @Test
  void shouldReadBackTheAnswersThatAClientWrites() {
    ResumeMessage resume =
        new ResumeMessage(
            "r",
            "approval",
            List.of(Answer.to("i", List.of(1, 2)), Answer.single(null), Answer.retry("t")),
            ResumeMessage.Endpoint.UPDATE,
            tree("{\"value\":1}"),
            tree("[\"a\"]"),
            CHANGES);

    JsonNode sent = text(resume.toSend(CODEC));

    assertThat(ResumeMessage.read(sent, ResumeMessage.Endpoint.UPDATE, CODEC)).isEqualTo(resume);
  }

  @Test
  void shouldReadTheOrderToGoOnAsPeopleTypeIt() {
    ResumeMessage.Endpoint update = ResumeMessage.Endpoint.UPDATE;
    JsonNode typed =
        tree(
            "{\"runId\":\"r\",\"graph\":\"approval\",\"maxSteps\":9,\"update\":{\"count\":1},"
                + "\"goto\":[\"a\"],\"breakpoints\":{\"before\":[\"a\"],\"after\":[]}}");

    ResumeMessage order = ResumeMessage.proceeding(typed, update, CODEC);

    assertThat(order)
        .isEqualTo(
            new ResumeMessage(
                "r",
                "approval",
                List.of(),
                update,
                tree("{\"count\":1}"),
                tree("[\"a\"]"),
                RunChanges.NONE.withMaxSteps(9).withBreakpoints(Breakpoints.before("a"))));
    assertThat(ResumeMessage.proceeding(text(order.toSend(CODEC)), update, CODEC)).isEqualTo(order);
    assertThat(ResumeMessage.proceeding(null, update, CODEC).completed("id").id()).isEqualTo("id");
  }

  @Test
  void shouldReadBackEveryMessageThatWaitsInAnInbox() {
    List<ThreadMessage> messages =
        List.of(
            read(tree("{\"graph\":\"g\",\"mode\":\"alone\"}"), SubmitMessage.class),
            resume("[{\"interrupt\":\"i\",\"value\":{\"ok\":true}},{\"retry\":true}]"),
            new UpdateStateMessage("id", null, tree("{\"count\":1}"), "a", null, null),
            new ForkMessage("id", 3, null, null, null),
            new RollbackMessage("id", 3, null),
            new MigrateMessage("id", "2"),
            new CancelMessage("id", "run", OnCancel.ROLLBACK),
            new PauseMessage("id", "run", PauseMode.CUT_TASKS_SHORT));

    for (ThreadMessage message : messages) {
      JsonNode waiting = text(message.write(CODEC));
      assertThat(waiting.fieldNames().next()).isEqualTo(message.kind());
      assertThat(ThreadMessage.read(waiting, CODEC)).isEqualTo(message);
    }
    assertThat(messages.stream().map(ThreadMessage::kind))
        .containsExactly(
            "submit", "resume", "updateState", "fork", "rollback", "migrate", "cancel", "pause");
  }

  @Test
  void shouldReadInputsAsPeopleTypeThem() {
    SubmitMessage typed =
        read(
            tree("{\"graph\":\"g\",\"mode\":\"alone\",\"whenBusy\":\"reject\"}"),
            SubmitMessage.class);

    assertThat(typed.options().mode()).isEqualTo(RunMode.ALONE);
    assertThat(typed.options().whenBusy()).isEqualTo(WhenBusy.REJECT);
    assertThat(typed.completed("id", RunMode.THREAD).id()).isEqualTo("id");
    assertThatThrownBy(() -> read(tree("{}"), SubmitMessage.class).graphName())
        .isInstanceOf(InvalidInputException.class);
  }
}
