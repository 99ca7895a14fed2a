package io.evergraph.cli;

import io.evergraph.demo.airline.ConversationFormatException;
import io.evergraph.error.GraphException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What the program says when something is wrong: one line on standard error. */
final class ErrorMessages {
  private static final int LONGEST = 300;

  private ErrorMessages() {}

  static int aboutArguments(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    String hint = "; see `" + command.getCommandSpec().qualifiedName() + " --help`";
    say(command.getErr(), withoutStop(oneLine(wrong.getMessage())) + hint);
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  static int aboutExecution(Exception failure, CommandLine command, ParseResult words) {
    say(command.getErr(), reason(failure));
    if (command.getParseResult().hasMatchedOption("--verbose")) {
      failure.printStackTrace(command.getErr());
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }

  private static void say(PrintWriter err, String line) {
    err.println("evergraph: " + line);
  }

  /**
   * Returns the one line that explains a failure: that of the deepest cause that explains itself.
   */
  static String reason(Throwable failure) {
    List<Throwable> causes = causes(failure);
    return causes.stream()
        .map(ErrorMessages::explained)
        .flatMap(Optional::stream)
        .reduce((outer, inner) -> inner)
        .orElseGet(() -> unexplained(causes.get(causes.size() - 1)));
  }

  private static Optional<String> explained(Throwable cause) {
    if (cause instanceof PortInUseException taken) {
      return Optional.of(
          "Port "
              + taken.getPort()
              + " is taken by another program. Give another one with --port N, or --port 0 for"
              + " any free one.");
    }
    if (cause instanceof java.net.BindException) {
      return Optional.of("Cannot listen there: " + cause.getMessage() + "; see --host.");
    }
    if (cause instanceof BindException wrong) {
      return Optional.of(
          "The property "
              + Optional.ofNullable(wrong.getProperty())
                  .map(found -> found.getName() + " cannot be '" + found.getValue() + "'")
                  .orElse(wrong.getName() + " is wrong")
              + ".");
    }
    return cause instanceof GraphException
            || cause instanceof CommandFailedException
            || cause instanceof ConversationFormatException
        ? Optional.of(oneLine(cause.getMessage()))
        : Optional.empty();
  }

  private static String unexplained(Throwable root) {
    String name = root.getClass().getSimpleName();
    String whole = oneLine(root.getMessage());
    String message = whole.length() > LONGEST ? whole.substring(0, LONGEST) + "…" : whole;
    return (root instanceof IllegalArgumentException ? message : name + ": " + message)
        + " (--verbose shows where)";
  }

  /** What lies below a port in use does not name the port. */
  private static List<Throwable> causes(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable cause = failure;
        cause != null && !causes.contains(cause);
        cause = cause instanceof PortInUseException ? null : cause.getCause()) {
      causes.add(cause);
    }
    return causes;
  }

  private static String oneLine(@Nullable String text) {
    return String.valueOf(text).lines().map(String::strip).collect(Collectors.joining(" "));
  }

  private static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }
}
