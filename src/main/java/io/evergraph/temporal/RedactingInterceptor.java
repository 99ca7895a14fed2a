package io.evergraph.temporal;

import io.evergraph.runtime.LogContents;
import io.evergraph.temporal.payload.RedactedFailure;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.failure.ApplicationFailure;
import java.util.function.Supplier;

/**
 * Keeps messages of failures out of what Temporal's library logs, unless {@link LogContents} shows
 * them. What it does not log passes as it is: refusals of updates, and failures of queries.
 */
final class RedactingInterceptor extends WorkerInterceptorBase {
  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new ActivityInboundCallsInterceptorBase(next) {
      @Override
      public ActivityOutput execute(ActivityInput input) {
        try {
          return super.execute(input);
        } catch (ActivityCompletionException cancelled) {
          throw cancelled;
        } catch (RuntimeException failure) {
          throw RedactedFailure.in(failure);
        }
      }
    };
  }

  @Override
  public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
    return new WorkflowInboundCallsInterceptorBase(next) {
      @Override
      public WorkflowOutput execute(WorkflowInput input) {
        return quietly(() -> super.execute(input));
      }

      @Override
      public void validateUpdate(UpdateInput input) {
        boolean unused =
            quietly(
                () -> {
                  super.validateUpdate(input);
                  return true;
                });
      }

      @Override
      public UpdateOutput executeUpdate(UpdateInput input) {
        return quietly(() -> super.executeUpdate(input));
      }
    };
  }

  /** Other exceptions fail the workflow task: Evergraph's own, and they hold no contents. */
  private static <T> T quietly(Supplier<T> call) {
    try {
      return call.get();
    } catch (ApplicationFailure failure) {
      throw RedactedFailure.in(failure);
    } catch (Error failure) {
      throw RedactedFailure.in(failure);
    }
  }
}
