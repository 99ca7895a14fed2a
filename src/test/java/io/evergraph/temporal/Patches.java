package io.evergraph.temporal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.runtime.codec.StateCodec;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import java.util.Map;

/** Careless changes of the interpreter, made where its orders leave it. */
final class Patches {
  private Patches() {}

  /** What all activities are given is read from JSON, changed, and handed on. */
  abstract static class OfActivities extends WorkflowOutboundCallsInterceptorBase {
    OfActivities(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    abstract String type(String type);

    abstract Object input(Object input);

    @Override
    public <R> ActivityOutput<R> executeActivity(ActivityInput<R> order) {
      return super.executeActivity(
          new ActivityInput<>(
              type(order.getActivityName()),
              order.getResultClass(),
              order.getResultType(),
              new Object[] {input(order.getArgs()[0])},
              order.getOptions(),
              order.getHeader()));
    }

    @Override
    public <R> LocalActivityOutput<R> executeLocalActivity(LocalActivityInput<R> order) {
      return super.executeLocalActivity(
          new LocalActivityInput<>(
              type(order.getActivityName()),
              order.getResultClass(),
              order.getResultType(),
              new Object[] {input(order.getArgs()[0])},
              order.getOptions(),
              order.getHeader()));
    }
  }

  /** Lets every task read the checkpoint before its own. */
  static WorkflowOutboundCallsInterceptor otherCheckpoint(WorkflowOutboundCallsInterceptor next) {
    return new OfActivities(next) {
      @Override
      String type(String type) {
        return type;
      }

      @Override
      Object input(Object input) {
        ObjectNode call = (ObjectNode) StateCodec.create().toJson(input);
        return call.put("checkpoint", call.path("checkpoint").asLong() - 1);
      }
    };
  }

  /** Calls activities otherwise. */
  static WorkflowOutboundCallsInterceptor otherType(WorkflowOutboundCallsInterceptor next) {
    return new OfActivities(next) {
      @Override
      String type(String type) {
        return "node " + type;
      }

      @Override
      Object input(Object input) {
        return input;
      }
    };
  }

  /** Shows how a thread is doing one step late, and before its first task: other commands first. */
  static WorkflowOutboundCallsInterceptor otherOrder(WorkflowOutboundCallsInterceptor next) {
    return new WorkflowOutboundCallsInterceptorBase(next) {
      private Runnable held = () -> super.upsertMemo(Map.of("begins", true));

      @Override
      public <R> ActivityOutput<R> executeActivity(ActivityInput<R> order) {
        hold(() -> {});
        return super.executeActivity(order);
      }

      @Override
      public <R> LocalActivityOutput<R> executeLocalActivity(LocalActivityInput<R> order) {
        hold(() -> {});
        return super.executeLocalActivity(order);
      }

      private void hold(Runnable command) {
        held.run();
        held = command;
      }

      @Override
      public void upsertTypedSearchAttributes(SearchAttributeUpdate<?>... updates) {
        hold(() -> super.upsertTypedSearchAttributes(updates));
      }

      @Override
      public void upsertMemo(Map<String, Object> memo) {
        hold(() -> super.upsertMemo(memo));
      }
    };
  }
}
