package io.evergraph.cli;

import io.evergraph.graph.Store;
import io.evergraph.runtime.BlobCleanUp;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.server.admin.BlobCleanUpResource;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "clean-blobs",
    description = {
      "Removes the large values that nothing names any more: needs the settings of the stores that"
          + " the servers have.",
      "",
      "Reads all histories, stores and caches first. Where one cannot be read, nothing is removed.",
      ""
    })
final class CleanBlobsCommand extends HelpfulCommand implements Callable<Integer> {
  private static final List<String> COLUMNS = List.of("REMOVED", "NAMED", "RECENT");

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      description = "How long a value stays after it was last put: 1d if not given, at least 1h.")
  private @Nullable String grace;

  @Option(names = "--dry-run", description = "Only say how many would be removed.")
  private boolean dryRun;

  @Mixin private final Report report = new Report();
  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public Integer call() {
    try (Operator operator = Operator.connect(temporal, verbose())) {
      BlobCleanUp.Report done = cleanUp(operator).run(Instant.now());
      report.print(out(), COLUMNS, List.of(done), CleanBlobsCommand::row, BlobCleanUpResource::of);
      report.say(out(), dryRun ? "Nothing was done yet." : "");
      return 0;
    }
  }

  private BlobCleanUp cleanUp(Operator operator) {
    BlobStore blobs = operator.context().getBeanProvider(BlobStore.class).getIfAvailable();
    if (blobs == null) {
      throw new CommandFailedException("Say where the large values are: --blobs.");
    }
    BlobCleanUp cleanUp =
        BlobCleanUp.of(operator.runtime(), blobs)
            .store(operator.context().getBeanProvider(Store.class).getIfAvailable())
            .tasks(operator.context().getBeanProvider(TaskRecords.class).getIfAvailable())
            .dryRun(dryRun);
    return grace == null ? cleanUp : cleanUp.grace(Arguments.time("--grace", grace));
  }

  private static List<String> row(BlobCleanUp.Report done) {
    return List.of("" + done.removed(), "" + done.named(), "" + done.recent());
  }
}
