package io.evergraph.cli;

import io.evergraph.pregel.Answer;
import io.evergraph.state.StateUpdate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tries a failed task again with other values to read, for this task alone. */
@Command(
    name = "edit",
    description = {"Tries a failed task again with other values to read, for this task alone.", ""})
final class ParkedEditCommand extends HelpfulCommand implements Runnable {
  @Mixin private final ParkedTarget target = new ParkedTarget();

  @Option(
      names = "--values",
      paramLabel = "JSON",
      required = true,
      description = "What it reads instead, a JSON object by channel.")
  private String values = "";

  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  @Override
  public void run() {
    StateUpdate read = ParkedTarget.values("--values", values);
    try (Operator operator = Operator.connect(temporal, verbose())) {
      target.decide(operator.runtime(), new Answer.Edit(target.task(), read), out());
    }
  }
}
