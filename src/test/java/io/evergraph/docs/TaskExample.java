package io.evergraph.docs;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.AgentTaskOrchestrator;
import io.evergraph.task.BeforeHook.Decision;
import io.evergraph.task.Breaker;
import io.evergraph.task.Capacity;
import io.evergraph.task.PerUser;
import io.evergraph.task.Priority;
import io.evergraph.task.TaskHandle;
import io.evergraph.task.TaskTimeouts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** The code of the page on tasks. */
final class TaskExample {
  private TaskExample() {}

  /** A service that knows whose account is open. */
  interface Accounts {
    boolean isOpen(String user);
  }

  static TaskRecord run(GraphRuntime runtime, Accounts accounts, List<String> audit)
      throws TimeoutException, InterruptedException {
    // begin desk
    AgentTaskOrchestrator desk =
        AgentTaskOrchestrator.on(runtime)
            .breaker(Breaker.standard())
            .perUser(new PerUser(30, Duration.ofMinutes(1), 5))
            .capacity(new Capacity(200, 50, Duration.ofSeconds(5)))
            .timeouts(TaskTimeouts.activity(Duration.ofMinutes(5)))
            .before(
                "accounts",
                request ->
                    accounts.isOpen(request.user())
                        ? Decision.pass(request)
                        : Decision.refuse("the account is closed"))
            .after(task -> audit.add(task.agent() + " " + task.state()))
            .build();
    TaskHandle task =
        desk.execute(
            AgentRequest.to("support", "ann")
                .input("messages", "Where is order 7?")
                .priority(Priority.HIGH));
    TaskRecord end = task.await(Duration.ofMinutes(1));
    // end desk
    desk.close();
    return end;
  }
}
