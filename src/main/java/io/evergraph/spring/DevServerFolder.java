package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
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
record DevServerFolder(Path path, FileChannel channel) implements AutoCloseable {
  private static final String SUBJECT =
      "the data of the Temporal dev server (evergraph.temporal.dev-server.data-directory)";
  private static final String NOTE = "server.properties";

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
      throw new InvalidInputException(
          SUBJECT, "a folder that this process can write", folder + " (" + failure + ")");
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException here) {
      return null;
    }
  }

  private static InvalidInputException taken(Path folder) {
    String user =
        read(folder.resolve(NOTE)).map(note -> serverAt(note.address())).orElse("another process");
    return new InvalidInputException(
        SUBJECT, "a folder that nobody uses", folder + ", in use by " + user);
  }

  /** Said to an application, which has properties only, and on the command line. */
  private static String serverAt(String address) {
    return "the server at %1$s: share it with evergraph.temporal.target=%1$s (on the command line"
            .formatted(address)
        + " --temporal %s), or do without it by evergraph.runtime=memory".formatted(address);
  }

  Path database() {
    return path.resolve("temporal.db");
  }

  Path log() {
    return path.resolve("temporal.log");
  }

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
    return path.resolve(NOTE);
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

  record Note(long pid, String address, String uiUrl) {}
}
