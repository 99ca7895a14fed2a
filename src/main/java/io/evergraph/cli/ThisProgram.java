package io.evergraph.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How this program is started once more. */
final class ThisProgram {
  private static final List<String> SMALL =
      List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private ThisProgram() {}

  /** Returns the words to which a command is added; the process will be a small one. */
  static List<String> command() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String places = System.getProperty("java.class.path");
    boolean isJar = places.endsWith(".jar") && !places.contains(File.pathSeparator);
    Stream<String> start =
        isJar
            ? Stream.of("-jar", places)
            : Stream.of("-cp", places, EvergraphCommand.class.getName());
    return Stream.of(Stream.of(java), SMALL.stream(), start).flatMap(words -> words).toList();
  }
}
