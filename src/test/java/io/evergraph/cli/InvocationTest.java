package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import org.junit.jupiter.api.Test;

class InvocationTest {

  @Test
  void shouldNameTheJarWhenTheProgramWasStartedFromOne() {
    assertThat(new Invocation("target/evergraph-server.jar").command("serve --port 0"))
        .isEqualTo("java -jar target/evergraph-server.jar serve --port 0");
  }

  @Test
  void shouldNameMavenWhenTheProgramWasStartedFromItsClasses() {
    assertThat(new Invocation("target/classes" + File.pathSeparator + "a.jar").command("serve"))
        .isEqualTo("mvn spring-boot:run -Dspring-boot.run.arguments=\"serve\"");
  }
}
