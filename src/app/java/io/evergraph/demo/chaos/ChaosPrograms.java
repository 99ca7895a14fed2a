package io.evergraph.demo.chaos;

import java.nio.file.Path;
import java.util.List;

/**
 * What is started, and where it leaves its traces.
 *
 * @param temporal the {@code temporal} program
 * @param worker the words that start a worker; {@code worker --temporal HOST:PORT --task-queue
 *     NAME} is added to them, and the worker prints the name of its task queue when it is ready
 * @param folder where the database of the server and all logs are
 */
public record ChaosPrograms(Path temporal, List<String> worker, Path folder) {
  /** Copies the words. */
  public ChaosPrograms {
    worker = List.copyOf(worker);
  }
}
