package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphCommandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "mermaid,flowchart TD",
    "dot,digraph \"nested\" {",
    "plantuml,@startuml",
    "json,{",
    "yaml,name: nested"
  })
  void shouldPrintAGraphInEachFormat(String format, String firstLine) {
    CommandRun run = CommandRun.of("graph", "show", "nested", "--format", format);

    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines()).first().isEqualTo(firstLine);
    assertThat(run.out()).contains("outer", "deep");
  }

  @Test
  void shouldDrawSubgraphsClosedWhenNoLevelIsAskedFor() {
    CommandRun run = CommandRun.of("graph", "show", "nested", "--levels", "0");

    assertThat(run.out()).contains("inner[[\"inner\"]]").doesNotContain("deep");
  }

  @Test
  void shouldTellWhatCodeAFileNamesWhenItHasNoMistakes() throws IOException {
    Path file = Path.of("src/test/resources/graphs/greeter.yaml");

    CommandRun run = CommandRun.of("graph", "check", file.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines())
        .containsExactly(
            "greeter version 1: 1 nodes, 1 edges, no mistakes",
            "  actions   greeting",
            "  routers   politeness",
            "  types     Person");
  }

  @Test
  void shouldSayThatAFileHoldsNoText() throws IOException {
    Path file = Files.write(folder.resolve("graph.yaml"), new byte[] {(byte) 0xC3, 0x28});

    CommandRun run = CommandRun.of("graph", "check", file.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errLines()).singleElement().asString().contains("UTF-8", file.toString());
  }

  @Test
  void shouldNameEveryMistakeOfAFile() throws IOException {
    Path file = folder.resolve("wrong.yaml");
    Files.writeString(
        file, "name: w\nnodes: [{name: a}, {name: b}]\nedges: [{from: __start__, to: c}]\n");

    CommandRun run = CommandRun.of("graph", "check", file.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("'c'");
    assertThat(CommandRun.of("graph", "check", "no-such-file").err()).contains("no-such-file");
  }

  @Test
  void shouldTellTheSchemaOfFiles() {
    assertThat(CommandRun.of("graph", "schema").out()).contains("2020-12", "Evergraph graph");
  }
}
