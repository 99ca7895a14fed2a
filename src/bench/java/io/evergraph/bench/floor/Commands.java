package io.evergraph.bench.floor;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/** Runs programs. */
final class Commands {
  private Commands() {}

  /** Runs a program and returns what it prints. */
  static String run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).redirectError(Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(words[0] + " ended with " + process.exitValue());
    }
    return printed;
  }
}
