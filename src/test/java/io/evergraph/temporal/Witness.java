package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Sees which activities an interpreter orders, and what it gives them. */
final class Witness extends WorkerInterceptorBase {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DataConverter converter;
  private final UnaryOperator<WorkflowOutboundCallsInterceptor> patch;
  private final Map<String, Order> remote = new LinkedHashMap<>();
  private final List<Order> local = new ArrayList<>();

  /** Sees what is ordered after a patch has changed it. */
  Witness(DataConverter converter, UnaryOperator<WorkflowOutboundCallsInterceptor> patch) {
    this.converter = converter;
    this.patch = patch;
  }

  /**
   * An activity as it was ordered.
   *
   * @param type its type, the name of a node
   * @param summary what Temporal's page shows beside it
   * @param input what it is given
   */
  record Order(String type, String summary, JsonNode input) {}

  /** Returns the activities that any worker may run, by their ids. */
  Map<String, Order> remote() {
    return remote;
  }

  /** Returns the local ones, in the order in which they began. */
  List<Order> local() {
    return local;
  }

  static JsonNode tree(Payload payload) {
    try {
      return JSON.readTree(payload.getData().toByteArray());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Order order(String type, Optional<String> summary, Object[] arguments) {
    return new Order(
        type, summary.orElse(""), tree(converter.toPayload(arguments[0]).orElseThrow()));
  }

  @Override
  public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
    return new WorkflowInboundCallsInterceptorBase(next) {
      @Override
      public void init(WorkflowOutboundCallsInterceptor outbound) {
        super.init(patch.apply(new Seeing(outbound)));
      }
    };
  }

  private final class Seeing extends WorkflowOutboundCallsInterceptorBase {
    Seeing(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public <R> ActivityOutput<R> executeActivity(ActivityInput<R> input) {
      ActivityOutput<R> output = super.executeActivity(input);
      Optional<String> summary = Optional.ofNullable(input.getOptions().getSummary());
      remote.put(output.getActivityId(), order(input.getActivityName(), summary, input.getArgs()));
      return output;
    }

    @Override
    public <R> LocalActivityOutput<R> executeLocalActivity(LocalActivityInput<R> input) {
      Optional<String> summary = Optional.ofNullable(input.getOptions().getSummary());
      local.add(order(input.getActivityName(), summary, input.getArgs()));
      return super.executeLocalActivity(input);
    }
  }
}
