package io.evergraph.cli;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

abstract class HelpfulCommand {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private final StandardOptions standard = new StandardOptions();

  final CommandSpec spec() {
    return Objects.requireNonNull(spec, "spec");
  }

  final boolean verbose() {
    return standard.verbose();
  }

  final PrintWriter out() {
    return spec().commandLine().getOut();
  }

  final PrintWriter err() {
    return spec().commandLine().getErr();
  }
}
