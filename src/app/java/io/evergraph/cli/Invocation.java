package io.evergraph.cli;

import java.io.File;

/**
 * How this program was started, so that advice can be typed as it is.
 *
 * @param classPath the class path of the process; one jar when it was started with {@code -jar}
 */
record Invocation(String classPath) {

  /** Returns how this process was started. */
  static Invocation ofThisProcess() {
    return new Invocation(System.getProperty("java.class.path", ""));
  }

  /** Returns what to type to start the program with the given words. */
  String command(String words) {
    boolean isJar = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
    return isJar
        ? "java -jar " + classPath + " " + words
        : "mvn spring-boot:run -Dspring-boot.run.arguments=\"" + words + "\"";
  }
}
