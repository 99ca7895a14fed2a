package io.evergraph.task;

import io.evergraph.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process of its own that holds the only place, and where a request of low priority waits. */
final class LowPriorityProcess {
  private static final long PAUSE = 2_000_000;

  private LowPriorityProcess() {}

  /** Returns an orchestrator with room for one task, for which requests wait. */
  static AgentTaskOrchestrator desk(Agents agents, TaskPlace tasks) {
    return AgentTaskOrchestrator.on(agents.runtime("support"))
        .records(tasks.records())
        .limits(tasks.limits())
        .capacity(new Capacity(1, 1, TaskProcesses.LONGEST))
        .expiry(TaskProcess.NEVER)
        .build();
  }

  static Process start(String url, Path folder) throws IOException {
    return JavaProcess.start(LowPriorityProcess.class, url, folder.toString());
  }

  /** Gives its place back when it is told to, and says when the other request has got one. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    Agents agents = new Agents();
    AgentTaskOrchestrator desk = desk(agents, TaskPlace.open(arguments[0]));
    TaskHandle held = desk.execute(Agents.request("support", "first", "hold"));
    Thread releasing = new Thread(() -> release(agents, folder.resolve("release")));
    releasing.start();
    TaskHandle low =
        desk.execute(Agents.request("support", "low", "hold low").priority(Priority.LOW));
    Files.writeString(folder.resolve("low"), held.id() + " " + low.id());
    releasing.join();
    LockSupport.park();
  }

  private static void release(Agents agents, Path told) {
    while (!Files.exists(told)) {
      LockSupport.parkNanos(PAUSE);
    }
    agents.release("hold");
  }
}
