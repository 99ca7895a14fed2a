package io.evergraph.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of this program, from its jar. */
final class Version implements IVersionProvider {
  static String text() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("(built from source)");
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "evergraph " + text(), "Java " + System.getProperty("java.version"),
    };
  }
}
