package io.evergraph.cli;

import io.evergraph.runtime.codec.StateCodec;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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

  enum Format {
    TABLE,
    JSON
  }

  <T> void print(
      PrintWriter out,
      List<String> columns,
      List<T> found,
      Function<T, List<String>> row,
      Function<T, ?> form) {
    if (format == Format.JSON) {
      Object data = CODEC.plain(found.stream().map(form).toList());
      out.println(JsonWriter.standard().writeToString(data));
    } else {
      table(columns, found.stream().map(row).toList()).forEach(out::println);
    }
  }

  <T> void list(
      PrintWriter out, List<String> columns, List<T> found, Function<T, List<String>> row) {
    if (format == Format.TABLE) {
      table(columns, found.stream().map(row).toList()).forEach(out::println);
    }
  }

  static String node(String namespace, String node) {
    return namespace.isEmpty() ? node : namespace + " " + node;
  }

  static String seconds(@Nullable Instant time) {
    return time == null ? "-" : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static String line(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }

  void say(PrintWriter out, String line) {
    if (format == Format.TABLE) {
      out.println(line);
    }
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
