package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaunchCommandTest {

  @Test
  void shouldNameTheJarWhenTheProgramWasStartedFromOne() {
    assertThat(launched("target/evergraph-server.jar").typed("serve --port 0"))
        .isEqualTo("java -jar target/evergraph-server.jar serve --port 0");
  }

  private static LaunchCommand launched(String classPath) {
    return new LaunchCommand(classPath, List.of());
  }

  @Test
  void shouldStartOthersWithTheArchiveOfClassesThatItHasItself() {
    String archive = "-XX:SharedArchiveFile=evergraph.jsa";

    assertThat(new LaunchCommand("evergraph-server.jar", List.of(archive)).process())
        .contains(archive)
        .endsWith("-jar", "evergraph-server.jar");
  }

  @Test
  void shouldNameMavenWhenTheProgramWasStartedFromItsClasses() {
    assertThat(launched("target/classes" + File.pathSeparator + "a.jar").typed("serve"))
        .isEqualTo("mvn spring-boot:run -Dspring-boot.run.arguments=\"serve\"");
  }
}
