package io.evergraph;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes of their own that run a class of the tests. */
public final class JavaProcess {
  private JavaProcess() {}

  /** Returns the class path of the tests. */
  public static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Returns the command that runs a class: too briefly for the second compiler to pay.
   *
   * @param options of the virtual machine, such as {@code -Xmx128m}
   */
  public static List<String> command(Class<?> main, List<String> options, String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Stream.of(
            Stream.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
            options.stream(),
            Stream.of("-cp", classPath(), main.getName()),
            Stream.of(arguments))
        .flatMap(part -> part)
        .toList();
  }

  /** Starts a class; what it prints is in {@code target}, in a file of its name. */
  public static Process start(Class<?> main, String... arguments) throws IOException {
    return new ProcessBuilder(command(main, List.of("-Xmx256m"), arguments))
        .redirectErrorStream(true)
        .redirectOutput(new File("target/" + main.getSimpleName() + ".log"))
        .start();
  }
}
