package io.evergraph.cli;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = {
      "Runs a worker, the REST server and the demo until it is stopped. Listens on 127.0.0.1:8080"
          + " if nothing else is said.",
      "",
      "Without --temporal and --embedded it starts a Temporal dev server if there is a `temporal`"
          + " program on the path, and else uses the embedded one.",
      ""
    })
final class ServeCommand extends HelpfulCommand implements Callable<Integer> {
  @Option(names = "--no-demo", description = "Start no demo thread.")
  private boolean noDemo;

  @Option(
      names = "--allow-remote",
      description = "Let other machines in although nobody has to log in: for --host.")
  private boolean allowRemote;

  @Mixin private final ProcessOptions options = new ProcessOptions();

  @Override
  public Integer call() throws InterruptedException {
    Map<String, Object> properties = options.properties();
    if (allowRemote) {
      properties.put("evergraph.web.allow-remote", true);
    }
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET,
            properties,
            usual(options.url()),
            EvergraphApplication.graphs(),
            verbose())) {
      CountDownLatch closed = EvergraphApplication.closing(context);
      Banner.of(context).print(out());
      try (DemoThread demo = noDemo ? DemoThread.NONE : DemoThread.start(context)) {
        demo.print(out());
        closed.await();
      }
    }
    return 0;
  }

  /**
   * Behind a gateway, people reach it elsewhere than where it listens: what is configured counts.
   */
  private static Map<String, Object> usual(Optional<String> url) {
    return url.<Map<String, Object>>map(it -> Map.of("evergraph.web.public-url", it))
        .orElse(Map.of());
  }
}
