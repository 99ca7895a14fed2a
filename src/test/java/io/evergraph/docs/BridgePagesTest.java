package io.evergraph.docs;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page on the bridge shows is the code that .ci/bridge compiles and runs. */
class BridgePagesTest {
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/bridge/java/io/evergraph/bridge/BridgeExample.java"));

  @ParameterizedTest
  @ValueSource(strings = {"theirs", "subgraph", "ours", "resume"})
  void shouldShowTheCodeThatIsCompiled(String part) {
    CODE.assertShownOn(Path.of("docs/bridge.md"), part);
  }
}
