package io.evergraph.temporal;

import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.Timestamps;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.temporal.api.history.v1.HistoryEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The thread of an agent, as Temporal's page shows it. */
@Tag("real")
class AgentTimelineTest {
  private static final long EACH = 300;
  private static final long ALL_AT_MOST = 600;

  private static Toolset slow(String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (call, context) -> {
          TimeUnit.MILLISECONDS.sleep(EACH); // what it does takes as long
          return name + " found";
        });
  }

  /** A source of one tool. */
  private static final class Crm implements ToolSource {
    @Override
    public String name() {
      return "crm";
    }

    @Override
    public List<ToolSpecification> tools() {
      return List.of(ToolSpecification.builder().name("find").build());
    }

    @Override
    public String execute(ToolCall call, ToolContext context) throws Exception {
      TimeUnit.MILLISECONDS.sleep(EACH);
      return "crm found";
    }
  }

  @Test
  void shouldShowThreeCallsAsThreeActivitiesSideBySide() throws Exception {
    ScriptedChat model =
        ScriptedChat.of(
            calls(
                call("1", "orders", "{}"),
                call("2", "invoices", "{}"),
                call("3", "crm_find", "{}")),
            says("Here they are."));
    Graph graph =
        ReactAgent.of("timeline", ModelSource.of(model))
            .tools(slow("orders").and(slow("invoices")).and(Toolset.source(new Crm())))
            .build();
    ThreadId thread = ThreadId.random();
    try (TemporalHouse house = TemporalHouse.real("timeline", graph)) {
      StateUpdate input = StateUpdate.of(ReactAgent.MESSAGES, Message.user("What of Ann?"));
      assertThat(house.runtime().start(graph, thread, input).await().status())
          .isEqualTo(RunStatus.FINISHED);

      List<HistoryEvent> events =
          house.connection().client().fetchHistory(thread.value()).getEvents();
      assertThat(activities(events))
          .containsExactly(
              "llm · step 1",
              "orders · step 3 · send 1",
              "invoices · step 3 · send 2",
              "tools.crm · step 3 · send 3 · crm_find",
              "llm · step 4");
      assertThat(millisecondsOfTools(events)).isBetween(EACH, ALL_AT_MOST);
    }
  }

  private static ReactAgent refunds() {
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "refund", "{\"amount\":250}")), says("It is on its way."));
    return ReactAgent.of("refunds", ModelSource.of(model))
        .tools(
            Toolset.of(
                ToolSpecification.builder().name("refund").build(),
                (call, context) -> "paid back"));
  }

  private static List<String> approved(Approval approval) {
    Graph graph = refunds().approve(approval.expiresAfter(Duration.ofDays(2))).build();
    ThreadId thread = ThreadId.random();
    try (TemporalHouse house = TemporalHouse.real("approval-" + approval.card(), graph)) {
      StateUpdate input = StateUpdate.of(ReactAgent.MESSAGES, Message.user("Refund me."));
      RunResult asked = house.runtime().start(graph, thread, input).await();
      String question = asked.interrupts().get(0).id();
      Map<String, Object> approve = Map.of("type", "approve", "by", "ann");
      assertThat(house.runtime().answer(thread, Answer.to(question, approve)).await().status())
          .isEqualTo(RunStatus.FINISHED);
      return timeline(house.connection().client().fetchHistory(thread.value()).getEvents());
    }
  }

  @Test
  void shouldShowARefundThatIsApprovedAsThePageOnApprovalsSays() throws Exception {
    assertThat(Files.readString(Path.of("docs/approvals.md")))
        .contains(table(approved(Approval.of("refund"))))
        .contains(table(approved(Approval.of("refund").perCall())));
  }

  private static String table(List<String> timeline) {
    assertThat(timeline).hasSizeGreaterThan(6);
    return timeline.stream().collect(Collectors.joining(" |\n| ", "|---|---|\n| ", " |\n\n"));
  }

  /** What the page's timeline has a line for: activities, timers and updates. */
  private static List<String> timeline(List<HistoryEvent> events) {
    return events.stream().flatMap(AgentTimelineTest::line).toList();
  }

  private static Stream<String> line(HistoryEvent event) {
    if (event.hasActivityTaskScheduledEventAttributes()) {
      return Stream.of("activity `" + typeOf(event) + "` | " + summaryOf(event));
    }
    if (event.hasTimerStartedEventAttributes()) {
      return Stream.of("timer | " + summaryOf(event).replaceFirst("\\{.*", "{…}."));
    }
    if (event.hasTimerCanceledEventAttributes()) {
      return Stream.of("timer canceled |");
    }
    return event.hasWorkflowExecutionUpdateAcceptedEventAttributes()
        ? Stream.of("update `" + updateOf(event) + "` |")
        : Stream.empty();
  }

  private static String updateOf(HistoryEvent event) {
    return event
        .getWorkflowExecutionUpdateAcceptedEventAttributes()
        .getAcceptedRequest()
        .getInput()
        .getName();
  }

  private static List<String> activities(List<HistoryEvent> events) {
    return events.stream()
        .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
        .map(it -> typeOf(it) + " · " + summaryOf(it))
        .toList();
  }

  private static String typeOf(HistoryEvent event) {
    return event.getActivityTaskScheduledEventAttributes().getActivityType().getName();
  }

  private static String summaryOf(HistoryEvent event) {
    return event.getUserMetadata().getSummary().getData().toStringUtf8().replace("\"", "");
  }

  /** From the scheduling of the first of the three to the end of the last. */
  private static long millisecondsOfTools(List<HistoryEvent> events) {
    List<HistoryEvent> tools =
        events.stream()
            .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
            .filter(it -> !typeOf(it).equals(ReactAgent.LLM))
            .toList();
    List<Long> ids = tools.stream().map(HistoryEvent::getEventId).toList();
    long last =
        events.stream()
            .filter(HistoryEvent::hasActivityTaskCompletedEventAttributes)
            .filter(
                it ->
                    ids.contains(
                        it.getActivityTaskCompletedEventAttributes().getScheduledEventId()))
            .mapToLong(it -> Timestamps.toMillis(it.getEventTime()))
            .max()
            .orElseThrow();
    return last - Timestamps.toMillis(tools.get(0).getEventTime());
  }
}
