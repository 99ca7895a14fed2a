package io.evergraph.cli;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * @param options those options of this JVM that make others start as fast as it did
 */
record LaunchCommand(String classPath, List<String> options) {
  private static final List<String> SMALL =
      List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  /** A process that is started while its server is down waits for it. */
  private static final String PATIENT = "-Devergraph.temporal.connect-timeout=60s";

  static LaunchCommand ofThisProcess() {
    List<String> archive =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
            .toList();
    return new LaunchCommand(System.getProperty("java.class.path", ""), archive);
  }

  private boolean isJar() {
    return classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
  }

  String typed(String words) {
    return isJar()
        ? "java -jar " + classPath + " " + words
        : "mvn spring-boot:run -Dspring-boot.run.arguments=\"" + words + "\"";
  }

  /** Returns the words that start a small process of the program; its arguments are added. */
  List<String> process() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Stream<String> program =
        isJar()
            ? Stream.of("-jar", classPath)
            : Stream.of("-cp", classPath, EvergraphCommand.class.getName());
    return Stream.of(Stream.of(java), SMALL.stream(), options.stream(), Stream.of(PATIENT), program)
        .flatMap(words -> words)
        .toList();
  }
}
