package io.evergraph.spring;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a dev server: its database, its log, and a note of the server that runs on it.
 * While this is open, no other process can have it.
 */
final class DevServerFolder implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;

  private DevServerFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Takes a folder; makes it where there is none.
   *
   * @throws IllegalStateException when another process has it
   */
  static DevServerFolder open(Path path) {
    Path folder = path.toAbsolutePath().normalize();
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        channel.close();
        throw taken(folder);
      }
      return new DevServerFolder(folder, channel);
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "Cannot use the folder "
              + folder
              + " for the Temporal dev server's data; give another one as"
              + " evergraph.temporal.dev-server.data-directory",
          failure);
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException here) {
      return null;
    }
  }

  private static IllegalStateException taken(Path folder) {
    String where =
        read(folder.resolve("server.properties"))
            .map(note -> " Use its server: --temporal " + note.address() + ", or")
            .orElse(" To run another one,");
    return new IllegalStateException(
        "Another process runs a Temporal dev server on the folder "
            + folder
            + "."
            + where
            + " give another folder as evergraph.temporal.dev-server.data-directory.");
  }

  Path database() {
    return path.resolve("temporal.db");
  }

  Path log() {
    return path.resolve("temporal.log");
  }

  /** Returns what is noted about the server that ran here last. */
  Optional<Note> note() {
    return read(noteFile());
  }

  void write(Note note) {
    Properties properties = new Properties();
    properties.setProperty("pid", Long.toString(note.pid()));
    properties.setProperty("address", note.address());
    properties.setProperty("ui", note.uiUrl());
    try (Writer writer = Files.newBufferedWriter(noteFile())) {
      properties.store(writer, "The Temporal dev server on this folder");
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot write " + noteFile(), failure);
    }
  }

  void eraseNote() {
    try {
      Files.deleteIfExists(noteFile());
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot remove " + noteFile(), failure);
    }
  }

  private Path noteFile() {
    return path.resolve("server.properties");
  }

  private static Optional<Note> read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return Optional.of(
          new Note(
              Long.parseLong(properties.getProperty("pid", "")),
              properties.getProperty("address", ""),
              properties.getProperty("ui", "")));
    } catch (IOException | IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot free the folder " + path, failure);
    }
  }

  /**
   * A running server.
   *
   * @param pid its process
   * @param address host and port
   * @param uiUrl its web pages
   */
  record Note(long pid, String address, String uiUrl) {}
}
