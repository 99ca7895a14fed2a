package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.server.TestServer;
import io.evergraph.state.StateUpdate;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** A list of runs costs what is listed, not what there is. */
class RunListTest {
  private static final ThreadId THREAD = ThreadId.of("long");

  private final AtomicLong read = new AtomicLong();

  /** Counts the events that are read of a runtime. */
  private GraphRuntime counting(GraphRuntime runtime) {
    return (GraphRuntime)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {GraphRuntime.class},
            (proxy, method, arguments) -> {
              try {
                Object found = method.invoke(runtime, arguments);
                if (method.getName().equals("events")) {
                  read.addAndGet(((List<?>) found).size());
                }
                return found;
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }

  private static void run(GraphRuntime runtime, int from, int to) {
    IntStream.range(from, to)
        .mapToObj(number -> RunOptions.builder().runId("run-" + number).build())
        .forEach(
            options -> {
              RunResult unused =
                  runtime
                      .start("chain", THREAD, StateUpdate.of(SampleGraphs.VALUE, "x"), options)
                      .await();
            });
  }

  private List<String> list(TestServer server, String query) {
    read.set(0);
    return StreamSupport.stream(
            server.get("/threads/long/runs" + query).json().spliterator(), false)
        .map(run -> run.get("run_id").asText())
        .toList();
  }

  @Test
  void shouldReadAsMuchForOneOfAThousandRunsAsForOneOfTen() {
    InMemoryRuntime runtime = InMemoryRuntime.of(SampleGraphs.chain());
    try (TestServer server = TestServer.of(counting(runtime))) {
      run(runtime, 0, 10);
      assertThat(list(server, "?limit=1")).containsExactly("run-9");
      long ofTen = read.get();
      run(runtime, 10, 1_000);

      assertThat(list(server, "?limit=1")).containsExactly("run-999");
      assertThat(read.get()).isLessThanOrEqualTo(ofTen);
      assertThat(list(server, "?limit=2&offset=1")).containsExactly("run-998", "run-997");
      assertThat(list(server, "?limit=2&offset=999")).containsExactly("run-0");
      assertThat(list(server, "?limit=3&status=error")).isEmpty();
      for (String misfit : List.of("?status=succes", "?select=run_id")) {
        TestServer.Reply refused = server.get("/threads/long/runs" + misfit);
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
      }
      assertThat(server.get("/threads/long/runs/run-3").json().get("status").asText())
          .isEqualTo("success");
    }
  }
}
