package io.evergraph.cli;

import io.evergraph.graph.Store;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.ErasureReport;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.server.admin.ErasureResource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "erase",
    description = {
      "Removes a thread, or all that is recorded of a user, wherever it is kept: needs the settings"
          + " of the stores that the servers have.",
      "",
      "The exit code is 0 only when every place was reached; the same command again removes the rest.",
      ""
    })
final class EraseCommand extends HelpfulCommand implements Callable<Integer> {
  private static final List<String> COLUMNS =
      List.of("PLACE", "SUBJECT", "OUTCOME", "COUNT", "REASON");

  @Option(names = "--thread", paramLabel = "ID", description = "This thread.")
  private @Nullable String thread;

  @Option(names = "--user", paramLabel = "NAME", description = "All that is recorded of this user.")
  private @Nullable String user;

  @Option(
      names = "--items",
      paramLabel = "A/B",
      description = "A namespace of the long-term store that is the user's, too.")
  private List<String> namespaces = List.of();

  @Option(names = "--dry-run", description = "Only say what would be removed.")
  private boolean dryRun;

  @Mixin private final Report report = new Report();
  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public Integer call() {
    if ((thread == null) == (user == null)) {
      throw new CommandFailedException("Say what is meant: --thread or --user.");
    }
    if (user == null && !namespaces.isEmpty()) {
      throw new CommandFailedException(
          "Expected --user beside --items but found --thread: a thread has no items. Erase them"
              + " with what is recorded of their user.");
    }
    try (Operator operator = Operator.connect(temporal, verbose())) {
      ErasureReport done = erased(operator);
      report.print(out(), COLUMNS, done.entries(), EraseCommand::row, ErasureResource.Entry::of);
      report.say(
          out(), (dryRun ? "Nothing was done yet; " : "") + done.threads().size() + " threads.");
      return done.isComplete() ? 0 : 1;
    }
  }

  private ErasureReport erased(Operator operator) {
    Erasure erasure =
        Erasure.on(operator.runtime())
            .store(operator.context().getBeanProvider(Store.class).getIfAvailable())
            .tasks(operator.context().getBeanProvider(TaskRecords.class).getIfAvailable())
            .dryRun(dryRun)
            .places(Erasure.Places.SHARED);
    String named = user;
    return named == null
        ? erasure.thread(ThreadId.of(String.valueOf(thread)))
        : erasure.user(
            named, namespaces.stream().map(it -> Arrays.asList(it.split("/", -1))).toList());
  }

  private static List<String> row(ErasureReport.Entry entry) {
    return List.of(
        entry.place().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        entry.subject(),
        entry.outcome().name().toLowerCase(Locale.ROOT),
        String.valueOf(entry.count()),
        entry.reason());
  }
}
