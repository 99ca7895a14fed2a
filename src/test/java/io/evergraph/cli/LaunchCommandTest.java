package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.api.Test;

class LaunchCommandTest {

  @Test
  void shouldNameTheJarWhenTheProgramWasStartedFromOne() {
    assertThat(new LaunchCommand("target/evergraph-server.jar").typed("serve --port 0"))
        .isEqualTo("java -jar target/evergraph-server.jar serve --port 0");
  }

  @Test
  void shouldNameMavenWhenTheProgramWasStartedFromItsClasses() {
    assertThat(new LaunchCommand("target/classes" + File.pathSeparator + "a.jar").typed("serve"))
        .isEqualTo("mvn spring-boot:run -Dspring-boot.run.arguments=\"serve\"");
  }
}
