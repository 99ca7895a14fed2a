package io.evergraph.cli;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command has: help, version, and a way to see what lies behind an error. */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpWidth = 100,
    abbreviateSynopsis = true)
abstract class HelpfulCommand {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--verbose",
      description = "Show the log of the libraries, and the stack trace of an error.")
  private boolean verbose;

  final CommandSpec spec() {
    return Objects.requireNonNull(spec, "spec");
  }

  final boolean verbose() {
    return verbose;
  }

  final PrintWriter out() {
    return spec().commandLine().getOut();
  }

  final PrintWriter err() {
    return spec().commandLine().getErr();
  }
}
