package io.evergraph.cli;

import io.evergraph.runtime.StateCodec;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.json.JsonWriter;
import picocli.CommandLine.Option;

/** How a command prints what it found: for people, or for programs. */
final class Report {
  private static final int LONGEST_LINE = 100;
  private static final String GAP = "  ";
  private static final StateCodec CODEC = StateCodec.create();

  @Option(
      names = "--format",
      paramLabel = "table|json",
      defaultValue = "table",
      description = "How to print it: table (if not given) or json.")
  private Format format = Format.TABLE;

  /** How it is printed. */
  enum Format {
    TABLE,
    JSON
  }

  /**
   * Prints rows, each with as many cells as there are names of columns.
   *
   * @param data the same for programs
   */
  void print(PrintWriter out, List<String> columns, List<List<String>> rows, Object data) {
    if (format == Format.JSON) {
      out.println(json(data));
    } else {
      table(columns, rows).forEach(out::println);
    }
    out.flush();
  }

  /** Returns the beginning of a text as one line. */
  static String line(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }

  /** Says something to people only. */
  void say(PrintWriter out, String line) {
    if (format == Format.TABLE) {
      out.println(line);
      out.flush();
    }
  }

  /** The codec makes maps and lists of it, named as over HTTP. */
  private static String json(Object data) {
    return JsonWriter.standard().writeToString(CODEC.plain(data));
  }

  private static List<String> table(List<String> columns, List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>();
    all.add(columns);
    all.addAll(rows);
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < columns.size(); column++) {
      int at = column;
      widths.add(all.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
    }
    return all.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, List<Integer> widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      line.append(cell).append(" ".repeat(widths.get(column) - cell.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }
}
