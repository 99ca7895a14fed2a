package io.evergraph.temporal;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * What executions of models, tools and hooks leave in a folder that all processes of a test share:
 * one mark each, with the idempotency key that it ran under. One execution can be held for ever, so
 * that its worker can be killed in it.
 *
 * @param folder where the marks are
 */
record Marks(Path folder) {
  static final Duration LONGEST = Duration.ofSeconds(90);

  private static final String HOLD = ".hold-";
  private static final String HELD = ".held-";

  /** Leaves a mark, and does not return where this execution is to be held. */
  void ran(String what, String key) {
    try {
      Files.writeString(folder.resolve(what + "-" + UUID.randomUUID()), key);
      Path hold = folder.resolve(HOLD + what);
      if (Files.exists(hold)
          && Integer.parseInt(Files.readString(hold)) == executions(what).size()) {
        Path told = Files.writeString(folder.resolve(".telling-" + what), key);
        Files.move(told, folder.resolve(HELD + what), StandardCopyOption.ATOMIC_MOVE);
        new CountDownLatch(1).await();
      }
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  /** Holds an execution, counted from 1; later ones pass. */
  void hold(String what, int execution) {
    try {
      Files.writeString(folder.resolve(HOLD + what), String.valueOf(execution));
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  /** Waits until the execution is held that is to be, and returns its key. */
  String awaitHeld(String what) {
    Path held = folder.resolve(HELD + what);
    await().atMost(LONGEST).until(() -> Files.exists(held));
    return read(held);
  }

  /** Returns the keys of the executions of something, in no order. */
  List<String> executions(String what) {
    return all().getOrDefault(what, List.of());
  }

  /** Returns the keys of all executions by what was executed, in the order of the keys. */
  Map<String, List<String>> all() {
    Map<String, List<String>> all = new TreeMap<>();
    try (Stream<Path> marks = Files.list(folder)) {
      for (Path mark : (Iterable<Path>) marks.filter(Marks::isMark)::iterator) {
        String what = name(mark).substring(0, name(mark).indexOf('-'));
        all.computeIfAbsent(what, none -> new ArrayList<>()).add(read(mark));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    all.values().forEach(Collections::sort);
    return all;
  }

  private static boolean isMark(Path file) {
    return Files.isRegularFile(file) && !name(file).startsWith(".");
  }

  private static String name(Path mark) {
    return mark.getFileName().toString();
  }

  private static String read(Path mark) {
    try {
      return Files.readString(mark);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
