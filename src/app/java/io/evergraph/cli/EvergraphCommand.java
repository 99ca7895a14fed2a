package io.evergraph.cli;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The program behind {@code evergraph-server.jar}; each subcommand is a class of its own. Without a
 * subcommand it serves.
 */
@Command(
    name = "evergraph",
    description = "Durable agent graphs on Temporal.",
    subcommands = {
      ServeCommand.class,
      WorkerCommand.class,
      ReplayCommand.class,
      ChaosCommand.class,
      BenchCommand.class,
      GraphCommand.class,
      ParkedCommand.class,
      PendingCommand.class,
      ScheduleCommand.class,
      MigrateCommand.class,
      EraseCommand.class,
      CleanBlobsCommand.class
    },
    footer = {"", "Without a command it serves: all options of `serve` can be given."})
public final class EvergraphCommand extends CommandGroup {
  private static final int WIDTH = 100;
  private static final Set<String> OWN_OPTIONS = Set.of("--help", "-h", "--version", "-V");

  /** Runs the command line and ends the process with its exit code. */
  public static void main(String[] arguments) {
    EvergraphApplication.quietLogging();
    System.exit(commandLine().execute(withDefault(arguments)));
  }

  static CommandLine commandLine() {
    return formatted(new CommandLine(new EvergraphCommand()))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(ErrorMessages::aboutArguments)
        .setExecutionExceptionHandler(ErrorMessages::aboutExecution);
  }

  private static CommandLine formatted(CommandLine command) {
    command
        .getCommandSpec()
        .version("evergraph " + version(), "Java " + System.getProperty("java.version"))
        .usageMessage()
        .width(WIDTH)
        .sortOptions(false)
        .abbreviateSynopsis(true);
    command.getSubcommands().values().forEach(EvergraphCommand::formatted);
    return command;
  }

  static String version() {
    return Optional.ofNullable(EvergraphCommand.class.getPackage().getImplementationVersion())
        .orElse("(built from source)");
  }

  static String[] withDefault(String... arguments) {
    boolean serves =
        arguments.length == 0
            || (arguments[0].startsWith("-") && !OWN_OPTIONS.contains(arguments[0]));
    return serves
        ? Stream.concat(Stream.of("serve"), Arrays.stream(arguments)).toArray(String[]::new)
        : arguments;
  }
}
