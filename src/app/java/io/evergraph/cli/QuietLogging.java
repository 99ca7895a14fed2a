package io.evergraph.cli;

/**
 * Keeps the libraries' log off the output: warnings and worse go to standard error, from the first
 * moment on, since results go to standard output.
 */
final class QuietLogging {
  static final String CONFIGURATION = "io/evergraph/cli/logback.xml";

  private static final String LOGBACK_PROPERTY = "logback.configurationFile";

  private QuietLogging() {}

  static void install() {
    System.setProperty(LOGBACK_PROPERTY, CONFIGURATION);
  }

  /**
   * Leaves the log to Spring Boot, which is given the same configuration under its own property.
   */
  static void handOver() {
    System.clearProperty(LOGBACK_PROPERTY);
  }
}
