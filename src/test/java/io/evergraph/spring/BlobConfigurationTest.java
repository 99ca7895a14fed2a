package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import io.evergraph.temporal.connection.TemporalConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;

class BlobConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.temporal.embedded=true", "evergraph.worker.enabled=false");

  @Test
  void shouldHaveNoStoreUnlessAsked() {
    runner.run(
        context -> {
          assertThat(context).doesNotHaveBean(BlobStore.class);
          assertThat(context.getBean(TemporalConnection.class).options().blobs()).isNull();
        });
  }

  @Test
  void shouldKeepLargeValuesInAFolder(@TempDir Path folder) {
    runner
        .withPropertyValues(
            "evergraph.blobs.store=file",
            "evergraph.blobs.directory=" + folder,
            "evergraph.blobs.inline-size=1MB")
        .run(
            context -> {
              BlobStore store = context.getBean(FileBlobStore.class);
              store.put(new byte[] {1});
              assertThat(folder).isNotEmptyDirectory();
              TemporalConnection connection = context.getBean(TemporalConnection.class);
              assertThat(connection.options().blobs()).isSameAs(store);
              assertThat(connection.options().inlineBytes()).isEqualTo(1024 * 1024);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"0B", "2MB"})
  void shouldRefuseToSendAsItIsWhatAServerRefuses(String size) {
    runner
        .withPropertyValues("evergraph.blobs.inline-size=" + size)
        .run(RefusedStart.saying("evergraph.blobs.inline-size", "1 to 1500000"));
  }

  @Test
  void shouldRefuseAFileInPlaceOfTheFolder(@TempDir Path folder) throws Exception {
    Path file = Files.createFile(folder.resolve("values"));
    runner
        .withPropertyValues("evergraph.blobs.store=file", "evergraph.blobs.directory=" + file)
        .run(RefusedStart.saying("evergraph.blobs.directory", "a folder"));
  }

  @Test
  void shouldTakeTheStoreOfTheApplication() {
    BlobStore own = new LocalBlobStore();
    runner
        .withBean(BlobStore.class, () -> own)
        .run(
            context ->
                assertThat(context.getBean(TemporalConnection.class).options().blobs())
                    .isSameAs(own));
  }

  @Test
  void shouldRefuseMemoryWhereTheServerOutlivesTheProcess() {
    runner
        .withPropertyValues(
            "evergraph.temporal.embedded=false",
            "evergraph.temporal.target=127.0.0.1:1",
            "evergraph.blobs.store=memory")
        .run(RefusedStart.saying("evergraph.blobs.store"));
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.blobs.store=jdbc")
        .run(RefusedStart.saying("evergraph.blobs.jdbc.url"));
    runner
        .withPropertyValues("evergraph.blobs.store=jdbc")
        .withClassLoader(new FilteredClassLoader(JdbcClient.class))
        .run(RefusedStart.saying("class path"));
  }
}
