package io.evergraph.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Worker, REST and demo in one process, until it is stopped. */
@Command(
    name = "serve",
    description = {
      "Runs a worker, the REST server and the demo until it is stopped.",
      "",
      "Without --temporal and --embedded it starts a Temporal dev server if there is a `temporal`"
          + " program on the path, and else uses the embedded one.",
      ""
    })
final class ServeCommand extends HelpfulCommand implements Callable<Integer> {
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen on; 0 takes a free one; 8080 if not given.")
  private @Nullable Integer port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on; 127.0.0.1 if not given.")
  private @Nullable String host;

  @Option(names = "--no-demo", description = "Start no demo thread.")
  private boolean noDemo;

  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public Integer call() throws InterruptedException {
    Map<String, Object> properties = properties();
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, properties, DemoGraphs.all(), verbose())) {
      Shutdown shutdown = Shutdown.of(context);
      Banner.of(context).print(out());
      try (DemoThread demo = noDemo ? DemoThread.none() : DemoThread.start(context)) {
        demo.print(out());
        shutdown.await();
      }
    }
    return 0;
  }

  private Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>(temporal.properties());
    if (port != null) {
      properties.put("server.port", port(port));
    }
    if (port != null && port > 0) {
      properties.put(
          "evergraph.web.public-url", Banner.url(host == null ? "127.0.0.1" : host, port));
    }
    if (host != null) {
      properties.put("server.address", host);
    }
    return properties;
  }

  private static int port(int number) {
    if (number < 0 || number > 65_535) {
      throw new CommandFailedException(
          "Expected a number from 0 to 65535 as --port but found " + number + ".");
    }
    return number;
  }
}
