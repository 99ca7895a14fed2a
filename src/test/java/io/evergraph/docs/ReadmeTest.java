package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.export.Mermaid;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  private static final Path README = Path.of("README.md");
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/RefundExample.java"));

  @Test
  void shouldShowTheExampleThatIsCompiled() {
    CODE.assertShownOn(README, "definition");
    CODE.assertShownOn(README, "use");
    CODE.assertShownOn(README, "temporal");
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
  void shouldDrawAnAgentAsItIs() throws IOException {
    String drawn = Mermaid.of(AgentExample.support(ScriptedChat.of()).spec());

    assertThat(Files.readString(README)).contains("```mermaid\n" + drawn.strip() + "\n```");
  }
}
