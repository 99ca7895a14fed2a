package io.evergraph.temporal.connection;

import io.evergraph.runtime.codec.StateCodec;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.common.converter.DataConverter;
import java.util.Optional;

/**
 * Hears on the connection of a worker which threads it ends: once the server has taken a workflow
 * task that ends one, those who wait for it in this process need not be told by the server, too.
 * Calls and replies pass unchanged.
 *
 * @param bells what those who wait listen to
 * @param converter what ends are written with
 */
public record EndInterceptor(LocalNotifier bells, DataConverter converter)
    implements ClientInterceptor {
  /** The call by which the end of a workflow comes to the server. */
  private static final String ENDED_BY =
      WorkflowServiceGrpc.getRespondWorkflowTaskCompletedMethod().getFullMethodName();

  public static EndInterceptor of(TemporalOptions options, StateCodec codec) {
    return new EndInterceptor(new LocalNotifier(), Conversion.of(options, codec));
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    ClientCall<Q, A> call = next.newCall(method, options);
    return ENDED_BY.equals(method.getFullMethodName()) ? new Overheard<>(call) : call;
  }

  /** One completion of a workflow task. */
  private final class Overheard<Q, A> extends SimpleForwardingClientCall<Q, A> {
    private Optional<RespondWorkflowTaskCompletedRequest> last = Optional.empty();

    Overheard(ClientCall<Q, A> call) {
      super(call);
    }

    /** The worker has its reply before anything else is done with it. */
    @Override
    public void start(Listener<A> listener, Metadata headers) {
      super.start(
          new SimpleForwardingClientCallListener<A>(listener) {
            @Override
            public void onClose(Status status, Metadata trailers) {
              super.onClose(status, trailers);
              if (status.isOk()) {
                tell();
              }
            }
          },
          headers);
    }

    @Override
    public void sendMessage(Q message) {
      if (message instanceof RespondWorkflowTaskCompletedRequest completed) {
        last = Optional.of(completed);
      }
      super.sendMessage(message);
    }

    private void tell() {
      last.filter(any -> bells.isHeard())
          .flatMap(completed -> LocalEnd.of(completed.getCommandsList(), converter))
          .ifPresent(bells::end);
    }
  }
}
