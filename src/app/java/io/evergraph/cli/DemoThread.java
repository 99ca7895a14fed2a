package io.evergraph.cli;

import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.demo.airline.AirlineDemo;
import io.evergraph.demo.airline.RecordedModels;
import io.evergraph.demo.report.ReportAgent;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.GraphRuntime;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContext;

/**
 * The demo of a server: a thread that waits for a person, and what to type to answer it.
 *
 * @param demo what plays the thread; empty when it could not be started
 */
record DemoThread(Optional<AirlineDemo> demo, List<String> lines) implements AutoCloseable {
  static final DemoThread NONE = new DemoThread(Optional.empty(), List.of());

  static DemoThread start(ApplicationContext context) {
    try {
      AirlineDemo demo =
          AirlineDemo.start(
              context.getBean(GraphRuntime.class),
              AirlineDemo.DEFAULT_REPLAY_PORT,
              System.getenv(),
              ReportAgent.conversations());
      String threads = Banner.apiUrl(context, Banner.baseUrl(context).orElse("")) + "/threads/";
      List<String> airline = lines(demo, threads + demo.thread());
      String models = RecordedModels.isNamedIn(System.getenv()) ? "" : replayedAt(demo.replayUrl());
      Stream<String> report = report(threads, models);
      return new DemoThread(Optional.of(demo), Stream.concat(airline.stream(), report).toList());
    } catch (IOException | RuntimeException failure) {
      return new DemoThread(
          Optional.empty(), List.of("  There is no demo: " + ErrorMessages.reason(failure), ""));
    }
  }

  private static List<String> lines(AirlineDemo demo, String url) {
    return demo.question()
        .map(question -> Stream.of(asks(demo, question), seeAndAnswer(url)))
        .orElseGet(() -> Stream.of(asksNothing(demo, url)))
        .flatMap(lines -> lines)
        .toList();
  }

  /** Returns the field of a request that lets recorded models answer. */
  static String replayedAt(URI url) {
    return ",\"context\":{\"" + AirlineAgent.REPLAY_URL + "\":\"" + url + "\"}";
  }

  /** Returns how to start the report; its models are those of the environment, or replayed. */
  static Stream<String> report(String threads, String models) {
    return Stream.of(
        "  Agents write a report and ask before they give it out. Start it, then answer as above,",
        "  with \"assistant_id\":\"report\":",
        "    curl -s " + threads + "report-demo/runs/wait -H 'content-type: application/json' \\",
        "      -d '{\"assistant_id\":\""
            + ReportAgent.NAME
            + "\",\"if_not_exists\":\"create\",\"input\":{\"messages\":[{\"role\":\"user\",\"content\":\""
            + ReportAgent.TASK
            + "\"}]}"
            + models
            + "}'",
        "");
  }

  private static Stream<String> asks(AirlineDemo demo, Interrupt question) {
    return Stream.concat(
        Stream.of("  The airline agent waits for an approval in thread " + demo.thread() + ":"),
        calls(question).map(call -> "    " + call));
  }

  private static Stream<String> asksNothing(AirlineDemo demo, String url) {
    return Stream.of(
        "  The airline agent asks nothing in thread "
            + demo.thread()
            + " yet. See how it is doing,",
        "  and let it try again when it has failed and the cause is gone:",
        "    curl -s " + url,
        "    curl -s " + url + "/runs/wait -H 'content-type: application/json' \\",
        "      -d '{\"assistant_id\":\"" + AirlineAgent.NAME + "\",\"input\":null}'",
        "");
  }

  private static Stream<String> calls(Interrupt question) {
    return question.value() instanceof Map<?, ?> card
            && card.get("action_requests") instanceof List<?> calls
        ? calls.stream().filter(Map.class::isInstance).map(call -> call((Map<?, ?>) call))
        : Stream.of(String.valueOf(question.value()));
  }

  private static String call(Map<?, ?> call) {
    return call.get("name") + " " + call.get("args");
  }

  private static Stream<String> seeAndAnswer(String url) {
    return Stream.of(
        "  See the question, answer it, see the result:",
        "    curl -s " + url + "/state",
        "    curl -s " + url + "/runs/wait -H 'content-type: application/json' \\",
        "      -d '{\"assistant_id\":\""
            + AirlineAgent.NAME
            + "\",\"command\":{\"resume\":{\"type\":\"approve\"}}}'",
        "    curl -s " + url + "/state",
        "");
  }

  void print(PrintWriter out) {
    lines.forEach(out::println);
  }

  /** Ends what speaks for the model; the thread stays where it is. */
  @Override
  public void close() {
    demo.ifPresent(AirlineDemo::close);
  }
}
