package io.evergraph.cli;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.spring.EvergraphProperties;
import io.evergraph.spring.GraphWorkerLifecycle;
import io.evergraph.spring.TemporalServer;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;

/** What is said after the start: what runs, whether it lasts, and where it is. */
record Banner(List<String> lines) {
  private static final int LABEL_WIDTH = 10;
  private static final String LOOPBACK = "127.0.0.1";

  static Banner of(ApplicationContext context) {
    return new Banner(
        Stream.of(
                Stream.of("", "Evergraph " + EvergraphCommand.version() + " runs.", ""),
                runs(context),
                places(context),
                warning(context))
            .flatMap(lines -> lines)
            .toList());
  }

  private static Stream<String> runs(ApplicationContext context) {
    GraphRuntime runtime = context.getBean(GraphRuntime.class);
    String graphs =
        runtime.graphs().graphs().stream().map(Graph::name).collect(Collectors.joining(", "));
    String worker =
        bean(context, GraphWorkerLifecycle.class)
            .map(it -> "in this process, task queue " + it.taskQueue())
            .orElse("none in this process");
    String where =
        bean(context, TemporalServer.class)
            .map(TemporalServer::description)
            .orElse("none, runs are kept in memory");
    return Stream.of(
        line("graphs", graphs),
        line("worker", worker),
        line("Temporal", where),
        line("durable", durable(runtime.info())));
  }

  private static String durable(RuntimeInfo info) {
    if (info.durability() == Durability.DURABLE) {
      return "yes, runs survive this process";
    }
    return info.isSaved() ? "no, but another process goes on with what was saved" : "NO";
  }

  private static Stream<String> places(ApplicationContext context) {
    Optional<String> ui = bean(context, TemporalServer.class).flatMap(TemporalServer::uiUrl);
    Stream<String> own = baseUrl(context).stream().flatMap(url -> pages(context, url));
    return Stream.concat(own, ui.stream().map(url -> line("web UI", url)));
  }

  private static Stream<String> pages(ApplicationContext context, String url) {
    String health = line("health", healthUrl(context, url));
    return bean(context, EvergraphApplication.FrontPage.class).isPresent()
        ? Stream.of(line("API", apiUrl(context, url)), line("docs", url + "/docs"), health)
        : Stream.of(health);
  }

  private static Stream<String> warning(ApplicationContext context) {
    return survives(context.getBean(GraphRuntime.class).info())
        ? Stream.of("")
        : Stream.of(
            "",
            "  *** NOT DURABLE: every run is lost when this process ends. ***",
            "  For runs that survive, stop this process and type:",
            "    temporal-dev/up && "
                + LaunchCommand.ofThisProcess().typed("serve --temporal 127.0.0.1:7233"),
            "");
  }

  private static boolean survives(RuntimeInfo info) {
    return info.durability() == Durability.DURABLE || info.isSaved();
  }

  static Optional<String> baseUrl(ApplicationContext context) {
    if (!(context instanceof WebServerApplicationContext web) || web.getWebServer() == null) {
      return Optional.empty();
    }
    Environment environment = context.getEnvironment();
    String host = environment.getProperty("server.address", LOOPBACK);
    String address = url(isAny(host) ? LOOPBACK : host, web.getWebServer().getPort());
    String path = environment.getProperty("server.servlet.context-path", "");
    String servlet =
        bean(context, DispatcherServletPath.class).map(DispatcherServletPath::getPrefix).orElse("");
    return Optional.of((isEncrypted(environment) ? encrypted(address) : address) + path + servlet);
  }

  private static boolean isEncrypted(Environment environment) {
    return environment.getProperty("server.ssl.enabled", Boolean.class, true)
        && Stream.of("bundle", "certificate", "key-store")
            .anyMatch(name -> environment.containsProperty("server.ssl." + name));
  }

  private static String encrypted(String address) {
    return address.replaceFirst("http", "https");
  }

  private static String healthUrl(ApplicationContext context, String url) {
    return Optional.ofNullable(
                context.getEnvironment().getProperty("local.management.port", Integer.class))
            .filter(port -> !url.matches(".*:" + port + "(/.*)?"))
            .map(port -> url(LOOPBACK, port))
            .orElse(url)
        + "/actuator/health";
  }

  static String apiUrl(ApplicationContext context, String url) {
    return url + context.getBean(EvergraphProperties.class).web().basePath();
  }

  /** Returns whether a host stands for all addresses of the machine. */
  static boolean isAny(String host) {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  static String url(String host, int port) {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  private static <T> Optional<T> bean(ApplicationContext context, Class<T> type) {
    return context.getBeanProvider(type).stream().findFirst();
  }

  private static String line(String label, String text) {
    return "  " + label + " ".repeat(LABEL_WIDTH - label.length()) + text;
  }

  void print(PrintWriter out) {
    lines.forEach(out::println);
  }
}
