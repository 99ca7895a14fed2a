package io.evergraph.demo.airline;

import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/**
 * A worker whose tools throw away the key of a call: they make up a new one whenever they call, and
 * call again by themselves. Started like any worker of this program.
 */
public final class CarelessWorker {
  private static final int TARGET = 2;
  private static final int TASK_QUEUE = 4;

  private CarelessWorker() {}

  /**
   * Works until it is killed.
   *
   * @param arguments {@code worker --temporal HOST:PORT --task-queue NAME}
   */
  public static void main(String[] arguments) throws InterruptedException {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(arguments[TARGET])
            .taskQueue(arguments[TASK_QUEUE])
            .build();
    TemporalConnection connection = TemporalConnection.open(options, StateCodec.create());
    GraphRegistry graphs = GraphRegistry.of(AirlineAgent.graph(Map.of(), new CarelessTools()));
    new GraphWorker(connection, graphs).start();
    System.out.println("works on " + options.taskQueue());
    new CountDownLatch(1).await();
  }

  private static final class CarelessTools implements ToolExecutor {
    private final RecordedTools recorded = new RecordedTools();

    @Override
    public String execute(ToolCall call, ToolContext context) throws Exception {
      String unused = attempt(call, context);
      return attempt(call, context);
    }

    private String attempt(ToolCall call, ToolContext context) throws Exception {
      URI url = AirlineAgent.replayUrl(context.node()).orElseThrow();
      String madeUp = UUID.randomUUID().toString();
      return recorded.call(url, context.position(), call.name(), call.arguments(), madeUp);
    }
  }
}
