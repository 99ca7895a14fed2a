package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The code of a page of the documentation: parts of a class that is compiled. */
record CodeOfPage(Path source) {
  void assertShownOn(Path page, String part) {
    assertThat(read(page)).contains("```java\n" + part(part) + "```");
  }

  String part(String name) {
    String text = read(source);
    int begin = text.indexOf('\n', text.indexOf("// begin " + name + "\n")) + 1;
    int end = text.indexOf("// end " + name + "\n");
    assertThat(end).describedAs("the end of the part '%s' of %s", name, source).isPositive();
    String part = text.substring(begin, text.lastIndexOf('\n', end)).stripTrailing();
    int indent = part.length() - part.stripLeading().length();
    return part.lines()
            .map(line -> line.length() > indent ? line.substring(indent) : line.strip())
            .collect(Collectors.joining("\n"))
        + "\n";
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
