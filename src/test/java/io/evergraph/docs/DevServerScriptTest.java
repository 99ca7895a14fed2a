package io.evergraph.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.temporal.RealTemporal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dev server that {@code temporal-dev/up} starts. */
@Tag("real")
class DevServerScriptTest {
  @TempDir Path folder;

  /** As of somebody who works with Temporal Cloud otherwise. */
  @Test
  void shouldBeReadyWhateverTheEnvironmentAndTheFilesOfAPersonSayOfOtherServers()
      throws IOException {
    String state = folder.resolve("state").toString();
    String file = "[profile.cloud]\naddress = \"cloud.example:7233\"\napi_key = \"key\"\n";
    Path profiles = Files.writeString(folder.resolve("temporal.toml"), file);
    try {
      String said =
          RealTemporal.run(
              "env",
              "TEMPORAL_API_KEY=key",
              "TEMPORAL_TLS=true",
              "TEMPORAL_PROFILE=cloud",
              "TEMPORAL_ENV=cloud",
              "TEMPORAL_CONFIG_FILE=" + profiles,
              "temporal-dev/up",
              "--port",
              "0",
              "--headless",
              "--no-sync",
              "--state",
              state);

      assertThat(said).contains("Temporal dev server is up");
    } finally {
      String unused = RealTemporal.run("temporal-dev/down", "--state", state);
    }
  }
}
