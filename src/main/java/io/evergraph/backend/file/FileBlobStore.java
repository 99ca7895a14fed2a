package io.evergraph.backend.file;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Keeps each content as a file named by its hash, in folders named by the first digits. Several
 * processes may share the folder, on one machine or over a network file system.
 *
 * <p>A file appears whole or not at all: it is written under another name, forced to the disk, and
 * renamed. Its time of modification is when the content was last put.
 */
public final class FileBlobStore implements BlobStore {
  private static final int DIGITS_PER_FOLDER = 2;
  private static final String UNFINISHED = "unfinished-";
  private static final String REMOVED = "removed-";

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
      if (!noteUse(reference)) {
        write(content, file(reference));
      }
      return reference;
    } catch (IOException failure) {
      throw unavailable(reference, failure);
    }
  }

  /**
   * Sets the time of a file, then reads it: a clean-up that takes the file away before it is read
   * is noticed here, one that takes it away later sees the new time.
   *
   * @return whether the content is there, whole and undamaged
   */
  private boolean noteUse(BlobReference reference) throws IOException {
    Path file = file(reference);
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return Files.size(file) == reference.size()
          && BlobReference.of(Files.readAllBytes(file)).equals(reference);
    } catch (NoSuchFileException missing) {
      return false;
    }
  }

  private static void write(byte[] content, Path file) throws IOException {
    Path folder = Files.createDirectories(parent(file));
    Path unfinished = Files.createTempFile(folder, UNFINISHED, "");
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

  @Override
  public int deleteUnusedSince(Instant time) {
    try {
      int removed = 0;
      for (Path file : files()) {
        removed += cleanUp(file, time) ? 1 : 0;
      }
      return removed;
    } catch (IOException | UncheckedIOException failure) {
      throw new BlobUnavailableException("what is unused", String.valueOf(failure))
          .causedBy(failure);
    }
  }

  private List<Path> files() throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static boolean cleanUp(Path file, Instant time) throws IOException {
    String name = String.valueOf(file.getFileName());
    try {
      if (name.startsWith(REMOVED)) {
        return remove(file, file.resolveSibling(name.substring(REMOVED.length())), time);
      }
      if (!isUnused(file, time)) {
        return false;
      }
      if (name.startsWith(UNFINISHED)) {
        Files.delete(file);
        return false;
      }
      Path taken = file.resolveSibling(REMOVED + name);
      Files.move(file, taken, StandardCopyOption.ATOMIC_MOVE);
      return remove(taken, file, time);
    } catch (NoSuchFileException removedByAnother) {
      return false;
    }
  }

  private static boolean isUnused(Path file, Instant time) throws IOException {
    return Files.getLastModifiedTime(file).toInstant().isBefore(time);
  }

  /** Puts a file that was taken out of use back when it was put again meanwhile. */
  private static boolean remove(Path taken, Path file, Instant time) throws IOException {
    if (isUnused(taken, time)) {
      Files.delete(taken);
      return true;
    }
    try {
      Files.move(taken, file);
    } catch (FileAlreadyExistsException putAnew) {
      Files.delete(taken);
    }
    return false;
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
