package io.evergraph.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How this program is started once more. */
final class ThisProgram {
  private static final List<String> SMALL =
      List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** Started while its server is not there, it waits. */
  private static final String PATIENT = "-Devergraph.temporal.connect-timeout=60s";

  private ThisProgram() {}

  /** Returns the words to which a command is added; the process will be small and patient. */
  static List<String> command() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String places = System.getProperty("java.class.path");
    boolean isJar = places.endsWith(".jar") && !places.contains(File.pathSeparator);
    Stream<String> start =
        isJar
            ? Stream.of("-jar", places)
            : Stream.of("-cp", places, EvergraphCommand.class.getName());
    return Stream.of(Stream.of(java), SMALL.stream(), Stream.of(PATIENT), start)
        .flatMap(words -> words)
        .toList();
  }
}
