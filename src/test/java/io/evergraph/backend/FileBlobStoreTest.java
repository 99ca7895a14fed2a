package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileBlobStoreTest extends BlobStoreContract {
  private static final byte[] CONTENT = {1, 2, 3};

  @TempDir private Path folder;

  @Override
  BlobStore store() {
    return new FileBlobStore(folder.resolve("blobs"));
  }

  @Override
  BlobStore elsewhere() {
    return new FileBlobStore(folder.resolve("blobs"));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void shouldLeaveOneFilePerContentInFoldersOfItsFirstDigits() throws IOException {
    BlobReference reference = store().put(CONTENT);
    store().put(CONTENT);

    String hash = reference.hash();
    assertThat(files())
        .containsExactly(
            folder
                .resolve("blobs")
                .resolve(hash.substring(0, 2))
                .resolve(hash.substring(2, 4))
                .resolve(hash));
  }

  @Test
  void shouldLetOthersReadAContentAsAnyFileOfTheProcess() throws IOException {
    store().put(CONTENT);

    Path usual = Files.createFile(folder.resolve("usual"));
    assertThat(files())
        .filteredOn(it -> !it.equals(usual))
        .singleElement()
        .satisfies(
            content ->
                assertThat(Files.getPosixFilePermissions(content))
                    .isEqualTo(Files.getPosixFilePermissions(usual)));
  }

  @Test
  void shouldRefuseAContentThatWasChanged() throws IOException {
    BlobReference reference = store().put(CONTENT);
    Files.write(files().get(0), new byte[] {3, 2, 1});

    assertThatThrownBy(() -> store().get(reference))
        .isInstanceOf(BlobUnavailableException.class)
        .hasMessageContaining("another content");
  }

  @Test
  void shouldWriteAgainWhatWasCutOff() throws IOException {
    BlobReference reference = store().put(CONTENT);
    Files.write(files().get(0), new byte[] {1});

    store().put(CONTENT);

    assertThat(store().get(reference)).isEqualTo(CONTENT);
  }

  @Test
  void shouldWriteAgainWhatWasDamaged() throws IOException {
    BlobReference reference = store().put(CONTENT);
    Files.write(files().get(0), new byte[] {3, 2, 1});

    store().put(CONTENT);

    assertThat(store().get(reference)).isEqualTo(CONTENT);
  }

  @Test
  void shouldPutBackWhatACleanUpThatWasKilledHadTakenAway() throws IOException {
    BlobReference reference = store().put(CONTENT);
    Path file = files().get(0);
    Files.move(file, file.resolveSibling("removed-" + reference.hash()));

    assertThat(store().deleteUnusedSince(Instant.now().minusSeconds(60), it -> false)).isZero();

    assertThat(store().get(reference)).isEqualTo(CONTENT);
  }

  @Test
  void shouldReadAContentThatACleanUpHasTakenAwayAndNotPutBack() throws IOException {
    BlobReference reference = store().put(CONTENT);
    Path file = files().get(0);
    Files.move(file, file.resolveSibling("removed-" + reference.hash()));

    assertThat(store().get(reference)).isEqualTo(CONTENT);
  }

  @Test
  void shouldDeleteAContentThatACleanUpHasTakenAwayAndNotPutBack() throws IOException {
    BlobReference reference = store().put(CONTENT);
    Path file = files().get(0);
    Files.move(file, file.resolveSibling("removed-" + reference.hash()));

    store().delete(reference);

    assertThat(files()).isEmpty();
    assertThatThrownBy(() -> store().get(reference)).isInstanceOf(BlobUnavailableException.class);
  }

  @Test
  void shouldRemoveWhatAPutThatWasKilledLeftBehind() throws IOException {
    store().put(CONTENT);
    Path unfinished = Files.createFile(files().get(0).resolveSibling("unfinished-1"));
    Files.setLastModifiedTime(unfinished, FileTime.from(Instant.EPOCH));

    assertThat(store().deleteUnusedSince(Instant.EPOCH.plusSeconds(1), it -> false)).isZero();

    assertThat(files()).hasSize(1).doesNotContain(unfinished);
  }

  @Test
  void shouldSayWhyItCannotKeepAnything() throws IOException {
    Path file = folder.resolve("a-file");
    FileBlobStore store = new FileBlobStore(file);
    Files.createFile(file);

    assertThatThrownBy(() -> store.put(CONTENT))
        .isInstanceOf(BlobUnavailableException.class)
        .hasMessageContaining("a-file");
    assertThatThrownBy(() -> new FileBlobStore(file))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Expected a folder")
        .hasMessageContaining("found the file " + file);
  }

  @Test
  void shouldTakeHashesOnlyAsNames() {
    assertThatThrownBy(() -> new BlobReference("../../etc/passwd", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("64 hex digits");
  }
}
