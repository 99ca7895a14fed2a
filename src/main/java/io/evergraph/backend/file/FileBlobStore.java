package io.evergraph.backend.file;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Keeps each content as a file named by its hash, in folders named by the first digits. Several
 * processes may share the folder, on one machine or over a network file system.
 *
 * <p>A file appears whole or not at all: it is written under another name, forced to the disk, and
 * renamed.
 */
public final class FileBlobStore implements BlobStore {
  private static final int DIGITS_PER_FOLDER = 2;

  private final Path root;

  /**
   * Makes a store.
   *
   * @param root its folder, made when it is needed
   */
  public FileBlobStore(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  @Override
  public BlobReference put(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    try {
      if (!isKept(reference)) {
        write(content, file(reference));
      }
      return reference;
    } catch (IOException failure) {
      throw unavailable(reference, failure);
    }
  }

  private boolean isKept(BlobReference reference) throws IOException {
    Path file = file(reference);
    return Files.exists(file) && Files.size(file) == reference.size();
  }

  private static void write(byte[] content, Path file) throws IOException {
    Path folder = Files.createDirectories(parent(file));
    Path unfinished = Files.createTempFile(folder, "unfinished-", "");
    try {
      try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          int unused = channel.write(rest);
        }
        channel.force(true);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      force(folder);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static Path parent(Path file) {
    return file.toAbsolutePath().resolve("..").normalize();
  }

  /** The new name is on the disk only with the folder; not every file system can be told so. */
  private static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException unsupported) {
      // the content itself is on the disk already
    }
  }

  @Override
  public byte[] get(BlobReference reference) {
    try {
      return reference.verified(Files.readAllBytes(file(reference)));
    } catch (IOException failure) {
      throw unavailable(reference, failure);
    }
  }

  @Override
  public void delete(BlobReference reference) {
    try {
      Files.deleteIfExists(file(reference));
    } catch (IOException failure) {
      throw unavailable(reference, failure);
    }
  }

  private Path file(BlobReference reference) {
    String hash = reference.hash();
    return root.resolve(hash.substring(0, DIGITS_PER_FOLDER))
        .resolve(hash.substring(DIGITS_PER_FOLDER, 2 * DIGITS_PER_FOLDER))
        .resolve(hash);
  }

  private GraphException unavailable(BlobReference reference, IOException failure) {
    String reason =
        failure instanceof NoSuchFileException
            ? "there is no such file below " + root
            : String.valueOf(failure);
    return new BlobUnavailableException(reference.hash(), reason).causedBy(failure);
  }
}
