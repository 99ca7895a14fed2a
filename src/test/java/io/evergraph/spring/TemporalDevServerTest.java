package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.Ports;
import io.evergraph.docs.ServerSettings;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.temporal.RealTemporal;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporalDevServerTest {
  @TempDir Path folder;

  @Test
  void shouldWantOfAServerWhatTheDevelopmentFolderSays() {
    assertThat(TemporalDevServer.START)
        .filteredOn(word -> word.startsWith("--dynamic-config-value="))
        .containsExactlyInAnyOrderElementsOf(
            ServerSettings.dynamic().entrySet().stream()
                .map(it -> "--dynamic-config-value=" + it.getKey() + "=" + it.getValue())
                .toList());
    assertThat(TemporalDevServer.START)
        .filteredOn(word -> word.startsWith("--search-attribute="))
        .containsExactlyElementsOf(
            ServerSettings.searchAttributes().stream()
                .map(it -> "--search-attribute=" + it)
                .toList());
  }

  @Test
  @Tag("real")
  void shouldRunWhileItIsOpenAndKeepItsData() {
    String address;
    try (TemporalDevServer server = start()) {
      address = server.address();
      awaitReady(address);
      assertThat(server.uiUrl()).startsWith("http://127.0.0.1:");
      assertThatThrownBy(this::start)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("--temporal " + address);
    }

    assertThat(isReady(address)).isFalse();
    assertThat(folder.resolve("temporal.db")).exists();
  }

  @Test
  @Tag("real")
  void shouldTakeOverWhatAKilledProcessLeftBehind() throws IOException {
    try (TemporalDevServer first = start()) {
      Path note = folder.resolve("server.properties");
      String noted = Files.readString(note);
      first.leave();
      assertThat(Files.readString(note)).isEqualTo(noted);

      try (TemporalDevServer second = start()) {
        assertThat(second.address()).isEqualTo(first.address());
      }
    }
  }

  @Test
  @Tag("real")
  void shouldReplaceWhatWasLeftBehindWhereItDoesNotServeTheNamespace() throws IOException {
    try (TemporalDevServer first = start()) {
      ProcessHandle left = ProcessHandle.of(pid()).orElseThrow();
      first.leave();

      try (TemporalDevServer second = start("elsewhere")) {
        assertThat(left.isAlive()).isFalse();
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> TemporalDevServer.isReady(second.address(), "elsewhere"));
      }
    }
  }

  private long pid() throws IOException {
    Properties note = new Properties();
    try (Reader reader = Files.newBufferedReader(folder.resolve("server.properties"))) {
      note.load(reader);
    }
    return Long.parseLong(note.getProperty("pid"));
  }

  @Test
  @Tag("real")
  void shouldComeBackAtTheSameAddressAfterItWasKilled() {
    EvergraphProperties.DevServer settings = settings();
    Path program = Path.of(RealTemporal.program());
    TemporalDevServer first = TemporalDevServer.start(program, settings);

    first.kill();

    assertThat(isReady(first.address())).isFalse();
    try (TemporalDevServer second = TemporalDevServer.start(program, settings)) {
      assertThat(second.address()).isEqualTo(first.address());
      awaitReady(second.address());
    }
  }

  @Test
  void shouldNoteAServerBeforeItIsReady() throws IOException {
    Path program = Files.writeString(folder.resolve("temporal"), "#!/bin/sh\nexec sleep 60\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    try (TemporalDevServer server =
        TemporalDevServer.start(
            program, "default", settings(), address -> noted().contains(address))) {
      assertThat(noted()).contains(server.address());
    }
  }

  @Test
  void shouldTakeFreePortsWhereAnyWillDo() throws IOException {
    Path program = Files.writeString(folder.resolve("temporal"), "#!/bin/sh\nexec sleep 60\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    try (TemporalDevServer server =
        TemporalDevServer.start(program, "default", settings(0, 0), address -> true)) {
      assertThat(server.address()).matches("127\\.0\\.0\\.1:[1-9]\\d*");
      assertThat(server.uiUrl()).matches("http://127\\.0\\.0\\.1:[1-9]\\d*");
      assertThat(server.uiUrl()).doesNotEndWith(server.address());
    }
  }

  @Test
  void shouldRefuseWhatIsNoPort() {
    assertThatThrownBy(() -> settings(-1, 0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(
            "evergraph.temporal.dev-server.port", "from 1 to 65535, or 0", "-1");
    assertThatThrownBy(() -> settings(0, 65_536))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll("evergraph.temporal.dev-server.ui-port", "65536");
  }

  private String noted() {
    try {
      Path note = folder.resolve("server.properties");
      return Files.exists(note) ? Files.readString(note).replace("\\:", ":") : "";
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void shouldSayWhatTheProgramSaidWhenItEndsAtOnce() throws IOException {
    Path program = Files.writeString(folder.resolve("temporal"), "#!/bin/sh\necho no such luck\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();

    assertThatThrownBy(
            () ->
                TemporalDevServer.start(
                    program, "default", settings(), TemporalDevServerTest::isReady))
        .isInstanceOf(RuntimeUnavailableException.class)
        .hasMessageContaining("no such luck");
  }

  /** A busy server may miss the deadline of one question. */
  private static void awaitReady(String address) {
    await().atMost(Duration.ofSeconds(30)).until(() -> isReady(address));
  }

  private static boolean isReady(String address) {
    return TemporalDevServer.isReady(address, "default");
  }

  private TemporalDevServer start() {
    return start("default");
  }

  private TemporalDevServer start(String namespace) {
    return TemporalDevServer.start(
        Path.of(RealTemporal.program()),
        namespace,
        settings(),
        address -> TemporalDevServer.isReady(address, namespace));
  }

  private EvergraphProperties.DevServer settings() {
    return settings(Ports.free(), Ports.free());
  }

  private EvergraphProperties.DevServer settings(int port, int uiPort) {
    return new EvergraphProperties.DevServer(true, null, folder, port, uiPort);
  }
}
