package io.evergraph.spring;

import com.zaxxer.hikari.HikariDataSource;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/**
 * A process that works and serves as {@code serve} does, twice: with all that processes share in
 * Redis, and with all of it in PostgreSQL.
 */
final class ServeProcess {
  static final List<String> KINDS = List.of("redis", "jdbc");
  static final String WORDS = "words";
  static final String ENOUGH = "enough";
  static final String SPEAKER = "speaker-";
  static final Channel<String> ORDER = Channel.of("order", String.class);
  static final ListChannel<String> DONE = ListChannel.append("done", String.class);
  static final String RELEASED = "released-";

  private static final String NONE = "-";
  private static final NodePolicy FOUND_SOON =
      NodePolicy.builder().timeout(Duration.ofSeconds(10)).build();

  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final List<String> SHARED =
      List.of("emissions", "cache", "checkpoints", "budgets");
  private static final long PAUSE = 10_000_000;

  private ServeProcess() {}

  /**
   * An agent that tells which process it is in, and says as many words as a file allows, until
   * another says that it is enough.
   */
  private static Graph speaker(Path folder, String kind) {
    return Graph.builder("speaker")
        .channels(CHAT)
        .node(
            "speak",
            context -> {
              write(folder.resolve(SPEAKER + kind), "" + ProcessHandle.current().pid());
              StringBuilder text = new StringBuilder();
              int said = 0;
              while (said < allowed(folder) || !Files.exists(folder.resolve(ENOUGH))) {
                if (said < allowed(folder)) {
                  context.emitter().text("m1", said + " ");
                  text.append(said++).append(' ');
                }
                LockSupport.parkNanos(PAUSE);
              }
              return Command.update(CHAT, Message.assistant(text.toString()).withId("m1"));
            })
        .edge(Graph.START, "speak")
        .build();
  }

  /** An agent whose second step waits for the file of its order. */
  private static Graph stepper(Path folder) {
    return Graph.builder("stepper")
        .channels(ORDER, DONE)
        .node("first", context -> Command.update(DONE, "first"))
        .node(
            "second",
            context -> {
              Path released = folder.resolve(RELEASED + context.state().get(ORDER));
              while (!Files.exists(released) && !Thread.currentThread().isInterrupted()) {
                context.heartbeat();
                LockSupport.parkNanos(PAUSE);
              }
              return Command.update(DONE, "second");
            },
            FOUND_SOON)
        .edge(Graph.START, "first")
        .edge("first", "second")
        .build();
  }

  private static int allowed(Path folder) throws IOException {
    return Integer.parseInt(Files.readString(folder.resolve(WORDS)));
  }

  /** Writes a file that others may read at any time. */
  static void write(Path file, String text) throws IOException {
    Path part = Files.writeString(file.resolveSibling(file.getFileName() + ".part"), text);
    Path unused = Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Starts a process. It is ready when the folder holds a file of its name, with its ports by the
   * kinds of what it shares.
   *
   * @param urls where what is shared is, by its kind; it serves nothing of the others
   */
  static Process start(String name, String target, Map<String, String> urls, Path folder)
      throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                ServeProcess.class.getName(),
                name,
                target,
                folder.toString()));
    KINDS.forEach(kind -> command.add(urls.getOrDefault(kind, NONE)));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(new File("target/serve-process-" + name + ".log"))
        .start();
  }

  /** Serves until it is killed. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[2]);
    List<String> ports = new ArrayList<>();
    for (String kind : KINDS) {
      String url = arguments[3 + KINDS.indexOf(kind)];
      ports.add(
          url.equals(NONE)
              ? NONE
              : "" + serve(kind, arguments[1], url, folder).getWebServer().getPort());
    }
    write(folder.resolve(arguments[0]), String.join(" ", ports));
    new CountDownLatch(1).await();
  }

  private static ServletWebServerApplicationContext serve(
      String kind, String target, String url, Path folder) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.main.banner-mode=off",
                "--springdoc.api-docs.enabled=false",
                "--evergraph.temporal.target=" + target,
                "--evergraph.temporal.task-queue=" + folder.getFileName() + "-" + kind));
    SHARED.forEach(it -> options.add("--evergraph." + it + ".type=" + kind));
    Consumer<GenericApplicationContext> database = beans -> {};
    if (kind.equals("redis")) {
      SHARED.forEach(it -> options.add("--evergraph." + it + ".redis-url=" + url));
      options.add("--evergraph.tasks.limits=redis");
      options.add("--evergraph.tasks.redis-url=" + url);
    } else {
      options.add("--evergraph.tasks.type=jdbc");
      options.add("--evergraph.tasks.expiry=5s");
      database = beans -> beans.registerBean(DataSource.class, () -> pool(url));
    }
    return run(options, database, List.of(speaker(folder, kind), stepper(folder)));
  }

  private static ServletWebServerApplicationContext run(
      List<String> options, Consumer<GenericApplicationContext> database, List<Graph> agents) {
    SpringApplication application = new SpringApplication(Everything.class);
    application.addInitializers(
        created -> {
          GenericApplicationContext beans = (GenericApplicationContext) created;
          agents.forEach(it -> beans.registerBean(it.name(), Graph.class, () -> it));
          database.accept(beans);
        });
    return (ServletWebServerApplicationContext) application.run(options.toArray(String[]::new));
  }

  private static DataSource pool(String url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    pool.setUsername("postgres");
    return pool;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}
}
