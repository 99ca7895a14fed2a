package io.evergraph.cli;

import io.evergraph.pregel.Answer;
import io.evergraph.state.StateUpdate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets a failed task count as finished; what follows its node runs next. */
@Command(
    name = "skip",
    description = {"Lets a failed task count as finished; what follows its node runs next.", ""})
final class ParkedSkipCommand extends HelpfulCommand implements Runnable {
  @Mixin private final ParkedTarget target = new ParkedTarget();

  @Option(
      names = "--update",
      paramLabel = "JSON",
      defaultValue = "{}",
      description =
          "What to write in place of what it should have written, a JSON object by channel; nothing if not given.")
  private String update = "{}";

  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public void run() {
    StateUpdate read = ParkedTarget.values("--update", update);
    try (Operator operator = Operator.connect(temporal, verbose())) {
      target.decide(operator.runtime(), new Answer.Skip(target.task(), read), out());
    }
  }
}
