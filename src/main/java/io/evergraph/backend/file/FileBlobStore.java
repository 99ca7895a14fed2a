package io.evergraph.backend.file;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

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
   * @throws InvalidInputException when there is something else in its place
   */
  public FileBlobStore(Path root) {
    this.root = root.toAbsolutePath().normalize();
    if (Files.exists(this.root) && !Files.isDirectory(this.root)) {
      throw new InvalidInputException(
          "the store of large values (--blobs, evergraph.blobs.directory)",
          "a folder",
          "the file " + this.root);
    }
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
   * is noticed here, one that takes it away later sees the new time. Where the file belongs to
   * another user of the machine, its time cannot be set, and it is written anew.
   *
   * @return whether the content is there, whole and undamaged
   */
  private boolean noteUse(BlobReference reference) throws IOException {
    Path file = file(reference);
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return Files.size(file) == reference.size()
          && BlobReference.of(Files.readAllBytes(file)).equals(reference);
    } catch (FileSystemException missingOrOfAnother) {
      return false;
    }
  }

  /** Others may read the file as far as the process lets them, which no temporary file allows. */
  private static void write(byte[] content, Path file) throws IOException {
    Path folder = Files.createDirectories(parent(file));
    Path unfinished = folder.resolve(UNFINISHED + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
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
      return reference.verified(content(file(reference)));
    } catch (NoSuchFileException missing) {
      throw missing(reference).causedBy(missing);
    } catch (IOException failure) {
      throw unavailable(reference, failure);
    }
  }

  /** A clean-up may have taken the file away to look at it again, and may put it back meanwhile. */
  private static byte[] content(Path file) throws IOException {
    for (Path place : List.of(file, takenAway(file))) {
      try {
        return Files.readAllBytes(place);
      } catch (NoSuchFileException elsewhere) {
        // at the next place
      }
    }
    return Files.readAllBytes(file);
  }

  private static Path takenAway(Path file) {
    return file.resolveSibling(REMOVED + name(file));
  }

  /** A clean-up may have taken the file away to look at it again, and may put it back meanwhile. */
  @Override
  public void delete(BlobReference reference) {
    Path file = file(reference);
    try {
      for (Path place : List.of(file, takenAway(file), file)) {
        Files.deleteIfExists(place);
      }
    } catch (IOException failure) {
      throw unavailable(reference, failure);
    }
  }

  @Override
  public Set<BlobReference> references() {
    try {
      Set<BlobReference> found = new LinkedHashSet<>();
      for (Path file : files()) {
        reference(file, name(file)).ifPresent(found::add);
      }
      return found;
    } catch (IOException | UncheckedIOException failure) {
      throw unlisted(failure);
    }
  }

  /** Empty for what is no content, and for one that was removed a moment ago. */
  private static Optional<BlobReference> reference(Path file, String name) throws IOException {
    try {
      return name.matches("[0-9a-f]{64}")
          ? Optional.of(new BlobReference(name, Files.size(file)))
          : Optional.empty();
    } catch (NoSuchFileException removed) {
      return Optional.empty();
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static GraphException unlisted(Exception failure) {
    return new BlobUnavailableException("the list of contents", String.valueOf(failure))
        .causedBy(failure);
  }

  @Override
  public int deleteUnusedSince(Instant time, Predicate<BlobReference> isNeeded) {
    try {
      int removed = 0;
      for (Path file : files()) {
        removed += cleanUp(file, time, isNeeded) ? 1 : 0;
      }
      return removed;
    } catch (IOException | UncheckedIOException failure) {
      throw unlisted(failure);
    }
  }

  private List<Path> files() throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    Path unused = Files.walkFileTree(root, new Listing(found));
    return found;
  }

  /** Other processes put and remove files meanwhile. */
  private static final class Listing extends SimpleFileVisitor<Path> {
    private final List<Path> found;

    Listing(List<Path> found) {
      this.found = found;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }

  private static boolean cleanUp(Path file, Instant time, Predicate<BlobReference> isNeeded)
      throws IOException {
    String name = name(file);
    try {
      if (name.startsWith(UNFINISHED)) {
        removeUnfinished(file, time);
        return false;
      }
      boolean isTaken = name.startsWith(REMOVED);
      String hash = isTaken ? name.substring(REMOVED.length()) : name;
      if (!isTaken && isInUse(file, hash, time, isNeeded)) {
        return false;
      }
      Path taken = file.resolveSibling(REMOVED + hash);
      if (!isTaken) {
        Files.move(file, taken, StandardCopyOption.ATOMIC_MOVE);
      }
      if (isInUse(taken, hash, time, isNeeded)) {
        putBack(taken, file.resolveSibling(hash));
        return false;
      }
      Files.delete(taken);
      return true;
    } catch (NoSuchFileException removedByAnother) {
      return false;
    }
  }

  private static void removeUnfinished(Path file, Instant time) throws IOException {
    if (isUnused(file, time)) {
      Files.delete(file);
    }
  }

  /** What is no content belongs to somebody else. */
  private static boolean isInUse(
      Path file, String hash, Instant time, Predicate<BlobReference> isNeeded) throws IOException {
    return !isUnused(file, time) || reference(file, hash).map(isNeeded::test).orElse(true);
  }

  private static boolean isUnused(Path file, Instant time) throws IOException {
    return Files.getLastModifiedTime(file).toInstant().isBefore(time);
  }

  /** A file that was taken out of use was put again meanwhile. */
  private static void putBack(Path taken, Path file) throws IOException {
    try {
      Files.move(taken, file);
    } catch (FileAlreadyExistsException putAnew) {
      Files.delete(taken);
    }
  }

  private Path file(BlobReference reference) {
    String hash = reference.hash();
    return root.resolve(hash.substring(0, DIGITS_PER_FOLDER))
        .resolve(hash.substring(DIGITS_PER_FOLDER, 2 * DIGITS_PER_FOLDER))
        .resolve(hash);
  }

  /** Where not even its folder is there, that of another machine may not be mounted. */
  private BlobUnavailableException missing(BlobReference reference) {
    String reason = "there is no such file below " + root;
    return Files.isDirectory(parent(file(reference)))
        ? BlobUnavailableException.lost(reference.hash(), reason)
        : new BlobUnavailableException(reference.hash(), reason);
  }

  private GraphException unavailable(BlobReference reference, IOException failure) {
    return new BlobUnavailableException(reference.hash(), String.valueOf(failure))
        .causedBy(failure);
  }
}
