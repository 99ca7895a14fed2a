package io.evergraph.cli;

import java.io.PrintWriter;
import java.util.List;
import org.springframework.context.ApplicationContext;

/**
 * What is said after the start: what runs, whether it lasts, and where it is.
 *
 * @param lines the text
 */
record Banner(List<String> lines) {
  static Banner of(ApplicationContext context) {
    return new Banner(List.of());
  }

  void print(PrintWriter out) {
    lines.forEach(out::println);
    out.flush();
  }
}
