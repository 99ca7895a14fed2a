package io.evergraph.cli;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo.Durability;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "worker",
    description = {
      "Runs a worker process, without REST, until it is stopped. Start as many as you need.",
      "",
      "With --port it tells its health and its figures over HTTP, under /actuator.",
      ""
    })
final class WorkerCommand extends HelpfulCommand implements Callable<Integer> {
  @Mixin private final ProcessOptions options = new ProcessOptions();

  @Override
  public Integer call() throws InterruptedException {
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(web(), properties(), EvergraphApplication.graphs(), verbose())) {
      requireSharedServer(context.getBean(GraphRuntime.class));
      CountDownLatch closed = EvergraphApplication.closing(context);
      Banner.of(context).print(out());
      closed.await();
    }
    return 0;
  }

  WebApplicationType web() {
    return options.webWhenPortIsNamed();
  }

  Map<String, Object> properties() {
    Map<String, Object> properties = options.properties();
    properties.put("evergraph.runtime", "temporal");
    properties.put("evergraph.worker.enabled", true);
    properties.put("evergraph.web.enabled", false);
    properties.put("springdoc.api-docs.enabled", false);
    return properties;
  }

  /** A Temporal server inside this process is one that nobody else can give work to. */
  private static void requireSharedServer(GraphRuntime runtime) {
    if (runtime.info().durability() != Durability.DURABLE) {
      throw new CommandFailedException(
          "A worker needs a Temporal server that others reach too. Give --temporal HOST:PORT;"
              + " temporal-dev/up starts one.");
    }
  }
}
