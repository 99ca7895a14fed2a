package io.evergraph.cli;

import io.evergraph.demo.airline.Conversation;
import io.evergraph.demo.airline.ConversationReplay;
import io.evergraph.demo.airline.ReplayResult;
import io.evergraph.demo.airline.ReplaySummary;
import io.evergraph.runtime.GraphRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

@Command(
    name = "replay",
    description = {
      "With --graph, plays recorded threads against the version of a graph that this program has,"
          + " and reports where each would first go otherwise. No node runs and no thread changes."
          + " A thread that the server has forgotten is taken from the checkpoint store of"
          + " evergraph.checkpoints; with --runtime memory all are."
          + " The exit code is 0 when all fit, 1 when one does not.",
      "",
      "With --conversations, runs recorded conversations through the airline agent and compares"
          + " every message. Model and tools say what was recorded; what the agent asks is approved."
          + " Prints a line for each conversation and ends with `N passed, N failed`; the exit code"
          + " is 0 only when none failed.",
      ""
    })
final class ReplayCommand extends HelpfulCommand implements Callable<Integer> {
  private static final int PROGRESS_EVERY = 10;

  @Option(
      names = "--conversations",
      paramLabel = "FILE",
      description = "What should come out: a JSON document a line, in OpenAI's message format.")
  private @Nullable Path conversations;

  @Option(
      names = "--recordings",
      paramLabel = "FILE",
      description = "What model and tools say, if not the same file; found by the same ids.")
  private @Nullable Path recordings;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many run at once; ${DEFAULT-VALUE} if not given.")
  private int concurrency;

  @Option(names = "--limit", paramLabel = "N", description = "How many to run; all if not given.")
  private @Nullable Integer limit;

  @Mixin private final RecordedThreads threads = new RecordedThreads();

  @Mixin private final RuntimeOption runtime = new RuntimeOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = conversations;
    if (threads.areMeant() == (file != null)) {
      throw new ParameterException(
          spec().commandLine(), "Expected either --graph=NAME or --conversations=FILE");
    }
    if (file == null && recordings != null) {
      throw new ParameterException(
          spec().commandLine(), "Expected --recordings=FILE with --conversations=FILE only");
    }
    return file == null
        ? threads.play(runtime, limit, verbose(), out(), spec().commandLine())
        : converse(file);
  }

  private int converse(Path file) throws IOException, InterruptedException {
    Arguments.atLeastOne("--concurrency", concurrency);
    List<Conversation> chosen = Arguments.conversations("--conversations", file, limit);
    Map<String, Object> properties = new LinkedHashMap<>();
    // A queue of its own: workers of the same server do not reach the models of this process
    properties.put("evergraph.temporal.task-queue", "evergraph-replay-" + UUID.randomUUID());
    properties.putAll(runtime.properties());
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.NONE, properties, EvergraphApplication.graphs(), verbose())) {
      ReplaySummary report = replay(context.getBean(GraphRuntime.class), chosen).run(chosen);
      out().printf(Locale.ROOT, "%.1f s%n", report.took().toMillis() / 1000.0);
      out().println(report.describe());
      return report.failed() == 0 ? 0 : 1;
    }
  }

  private ConversationReplay replay(GraphRuntime where, List<Conversation> chosen)
      throws IOException {
    AtomicInteger done = new AtomicInteger();
    ConversationReplay replay =
        ConversationReplay.on(where)
            .concurrency(concurrency)
            .listener(result -> tell(result, done.incrementAndGet(), chosen.size()));
    return recordings == null
        ? replay
        : replay.recordings(Arguments.conversations("--recordings", recordings, null));
  }

  private void tell(ReplayResult result, int done, int all) {
    out().println(result.describe());
    if (done % PROGRESS_EVERY == 0 && done < all) {
      err().println(done + " of " + all);
    }
  }
}
