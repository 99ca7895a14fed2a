package io.evergraph.temporal.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.temporal.connection.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.schedule.v1.ScheduleListEntry;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DescribeScheduleRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.api.workflowservice.v1.ListClosedWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListOpenWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListSchedulesRequest;
import io.temporal.api.workflowservice.v1.ListSchedulesResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What a server keeps of workflows, and of the schedules that start some. */
record KeptHistories(TemporalConnection connection, ThreadCalls calls) {

  private boolean isEmbedded() {
    return connection.durability() != Durability.DURABLE;
  }

  private String namespace() {
    return connection.options().namespace();
  }

  /** Returns all executions, ended ones too; those of an embedded server that are not deleted. */
  List<WorkflowExecution> executions() {
    return isEmbedded()
        ? calls.list(this::embedded)
        : calls.list(
            () -> connection.client().listExecutions("").map(it -> it.getExecution()).toList());
  }

  private List<WorkflowExecution> embedded() {
    ListOpenWorkflowExecutionsRequest open =
        ListOpenWorkflowExecutionsRequest.newBuilder().setNamespace(namespace()).build();
    ListClosedWorkflowExecutionsRequest closed =
        ListClosedWorkflowExecutionsRequest.newBuilder().setNamespace(namespace()).build();
    List<WorkflowExecutionInfo> all =
        new ArrayList<>(connection.stub().listOpenWorkflowExecutions(open).getExecutionsList());
    all.addAll(connection.stub().listClosedWorkflowExecutions(closed).getExecutionsList());
    return all.stream()
        .map(WorkflowExecutionInfo::getExecution)
        .filter(it -> !connection.deleted().contains(it))
        .toList();
  }

  /** Reads the events of an execution; none where the server has forgotten it. */
  void events(WorkflowExecution execution, Consumer<HistoryEvent> each) {
    ByteString token = ByteString.EMPTY;
    do {
      GetWorkflowExecutionHistoryRequest request =
          GetWorkflowExecutionHistoryRequest.newBuilder()
              .setNamespace(namespace())
              .setExecution(execution)
              .setNextPageToken(token)
              .build();
      GetWorkflowExecutionHistoryResponse page =
          known(
              () -> connection.stub().getWorkflowExecutionHistory(request),
              GetWorkflowExecutionHistoryResponse.getDefaultInstance());
      page.getHistory().getEventsList().forEach(each);
      token = page.getNextPageToken();
    } while (!token.isEmpty());
  }

  private <T> T known(Supplier<T> call, T otherwise) {
    return calls.list(
        () -> {
          try {
            return call.get();
          } catch (StatusRuntimeException refused) {
            if (refused.getStatus().getCode() == Status.Code.NOT_FOUND) {
              return otherwise;
            }
            throw refused;
          }
        });
  }

  /** Reads all histories, what else the server holds of workflows, and schedules, as texts. */
  void read(Consumer<String> each) {
    for (WorkflowExecution execution : executions()) {
      events(execution, event -> each.accept(text(event)));
      each.accept(text(described(execution)));
    }
    schedules(schedule -> each.accept(text(schedule)));
  }

  /** Reads the schedules; an embedded server has none. */
  void schedules(Consumer<Message> each) {
    if (!isEmbedded()) {
      scheduleIds().forEach(id -> each.accept(described(id)));
    }
  }

  /** Tasks in progress, with how far they have come, are in no history. */
  private MessageLite described(WorkflowExecution execution) {
    DescribeWorkflowExecutionRequest request =
        DescribeWorkflowExecutionRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution)
            .build();
    return known(() -> connection.stub().describeWorkflowExecution(request), execution);
  }

  private List<String> scheduleIds() {
    List<String> all = new ArrayList<>();
    ByteString token = ByteString.EMPTY;
    do {
      ListSchedulesRequest request =
          ListSchedulesRequest.newBuilder()
              .setNamespace(namespace())
              .setNextPageToken(token)
              .build();
      ListSchedulesResponse page = calls.list(() -> connection.stub().listSchedules(request));
      page.getSchedulesList().stream().map(ScheduleListEntry::getScheduleId).forEach(all::add);
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return all;
  }

  private Message described(String schedule) {
    DescribeScheduleRequest request =
        DescribeScheduleRequest.newBuilder()
            .setNamespace(namespace())
            .setScheduleId(schedule)
            .build();
    return known(() -> connection.stub().describeSchedule(request), request);
  }

  private static String text(MessageLite message) {
    return message.toByteString().toString(ISO_8859_1);
  }
}
