package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ThreadViews;
import io.evergraph.temporal.connection.EndInterceptor;
import io.evergraph.temporal.connection.LocalEnd;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ThreadView;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import io.temporal.api.command.v1.Command;
import io.temporal.api.command.v1.CompleteWorkflowExecutionCommandAttributes;
import io.temporal.api.command.v1.FailWorkflowExecutionCommandAttributes;
import io.temporal.api.command.v1.RecordMarkerCommandAttributes;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.CommandType;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over real calls, to a server whose verdict each test chooses. */
class EndInterceptorTest {
  private static final String THREAD = "a";
  private static final EndInterceptor ENDS =
      EndInterceptor.of(TemporalOptions.defaults(), StateCodec.create());
  private static final Command COMPLETE =
      Command.newBuilder()
          .setCommandType(CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION)
          .setCompleteWorkflowExecutionCommandAttributes(
              CompleteWorkflowExecutionCommandAttributes.newBuilder().setResult(payloads("done")))
          .build();
  private static final Command FAIL =
      Command.newBuilder()
          .setCommandType(CommandType.COMMAND_TYPE_FAIL_WORKFLOW_EXECUTION)
          .setFailWorkflowExecutionCommandAttributes(
              FailWorkflowExecutionCommandAttributes.newBuilder()
                  .setFailure(Failure.newBuilder().setMessage("no more flour")))
          .build();
  private static final Command TIMER =
      Command.newBuilder().setCommandType(CommandType.COMMAND_TYPE_START_TIMER).build();

  private final Queue<LocalEnd> heard = new ConcurrentLinkedQueue<>();
  private Status verdict = Status.OK;
  private Server server;
  private ManagedChannel channel;

  @BeforeEach
  void connect() throws IOException {
    String name = InProcessServerBuilder.generateName();
    server =
        InProcessServerBuilder.forName(name).directExecutor().addService(new Verdict()).build();
    server.start();
    channel = InProcessChannelBuilder.forName(name).intercept(ENDS).build();
    ENDS.bells().add(THREAD, listener);
  }

  private final LocalNotifier.Listener listener =
      new LocalNotifier.Listener() {
        @Override
        public void ended(LocalEnd end) {
          heard.add(end);
        }
      };

  @AfterEach
  void disconnect() {
    ENDS.bells().remove(THREAD, listener);
    channel.shutdownNow();
    server.shutdownNow();
  }

  /** Takes what workers send, or does not. */
  private final class Verdict extends WorkflowServiceGrpc.WorkflowServiceImplBase {
    @Override
    public void respondWorkflowTaskCompleted(
        RespondWorkflowTaskCompletedRequest request,
        StreamObserver<RespondWorkflowTaskCompletedResponse> reply) {
      assertThat(heard).isEmpty();
      if (verdict.isOk()) {
        reply.onNext(RespondWorkflowTaskCompletedResponse.getDefaultInstance());
        reply.onCompleted();
      } else {
        reply.onError(verdict.asRuntimeException());
      }
    }
  }

  @Test
  void shouldTellHowAThreadHasEndedOnceTheServerHasTakenIt() {
    respond(TIMER, marker(view(THREAD)), COMPLETE);

    assertThat(heard).hasSize(1);
    LocalEnd end = heard.element();
    assertThat(end.view()).isEqualTo(view(THREAD));
    assertThat(end.event().getWorkflowExecutionCompletedEventAttributes().getResult())
        .isEqualTo(payloads("done"));
  }

  @Test
  void shouldTellThatAThreadHasFailed() {
    respond(marker(view(THREAD)), FAIL);

    assertThat(heard)
        .extracting(end -> end.event().getWorkflowExecutionFailedEventAttributes().getFailure())
        .extracting(Failure::getMessage)
        .containsExactly("no more flour");
  }

  @Test
  void shouldTellNothingWhenTheServerRefuses() {
    verdict = Status.INVALID_ARGUMENT.withDescription("UnhandledCommand");

    assertThatThrownBy(() -> respond(marker(view(THREAD)), COMPLETE))
        .isInstanceOf(StatusRuntimeException.class);

    assertThat(heard).isEmpty();
  }

  @Test
  void shouldTellNothingWhenNoThreadEnds() {
    respond();
    respond(TIMER);
    respond(COMPLETE);
    respond(TIMER, COMPLETE);
    respond(marker(view(THREAD)), TIMER);
    respond(marker(view("another")), COMPLETE);

    assertThat(heard).isEmpty();
  }

  @Test
  @Timeout(30)
  void shouldPassTheReplyOnWhenAnotherKindOfWorkflowEnds() {
    respond(marker("no view of a thread"), COMPLETE);

    assertThat(heard).isEmpty();
  }

  private void respond(Command... commands) {
    RespondWorkflowTaskCompletedResponse unused =
        WorkflowServiceGrpc.newBlockingStub(channel)
            .respondWorkflowTaskCompleted(
                RespondWorkflowTaskCompletedRequest.newBuilder()
                    .addAllCommands(List.of(commands))
                    .build());
  }

  private static Command marker(Object data) {
    return Command.newBuilder()
        .setCommandType(CommandType.COMMAND_TYPE_RECORD_MARKER)
        .setRecordMarkerCommandAttributes(
            RecordMarkerCommandAttributes.newBuilder().putDetails("data", payloads(data)))
        .build();
  }

  private static ThreadView view(String thread) {
    return ThreadView.of(
        new ThreadViews(ThreadId.of(thread), Map.of(), Instant.EPOCH, null).now(),
        "execution",
        null,
        null,
        List.of());
  }

  private static Payloads payloads(Object value) {
    return ENDS.converter().toPayloads(value).orElseThrow();
  }
}
