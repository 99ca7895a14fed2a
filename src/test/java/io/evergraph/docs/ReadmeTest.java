package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.export.Mermaid;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  private static final Path EXAMPLE = Path.of("src/test/java/io/evergraph/docs/RefundExample.java");

  @Test
  void shouldShowTheExampleThatIsCompiled() throws IOException {
    String readme = Files.readString(Path.of("README.md"));

    assertThat(readme).contains("```java\n" + part("definition") + "```");
    assertThat(readme).contains("```java\n" + part("use") + "```");
  }

  private static String part(String name) throws IOException {
    String source = Files.readString(EXAMPLE);
    int begin = source.indexOf('\n', source.indexOf("// begin " + name)) + 1;
    return source
            .substring(begin, source.indexOf("// end " + name))
            .stripTrailing()
            .lines()
            .map(line -> line.startsWith("  ") ? line.substring(2) : line)
            .collect(Collectors.joining("\n"))
        + "\n";
  }

  @Test
  void shouldDoWhatTheExampleSays() {
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      RunResult result = RefundExample.refund(runtime);

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(RefundExample.LOG)).startsWith("assessed", "go on");
    }
  }

  @Test
  void shouldDrawTheAgentAsItIs() throws IOException {
    String drawn = Mermaid.of(AirlineAgent.graph(Map.of()).spec());

    assertThat(Files.readString(Path.of("README.md")))
        .contains("```mermaid\n" + drawn.strip() + "\n```");
  }
}
