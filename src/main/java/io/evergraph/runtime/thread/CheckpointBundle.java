package io.evergraph.runtime.thread;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An earlier checkpoint of a thread, with all that is needed to begin there again.
 *
 * @param commits the checkpoint, and after it those that its subgraphs stood at
 */
public record CheckpointBundle(List<Commit> commits, Checkpoint stood) {
  public CheckpointBundle {
    commits = List.copyOf(commits);
  }

  static CheckpointBundle of(Commit commit, Checkpoint stood, LongFunction<Optional<Commit>> kept) {
    List<Commit> commits = new ArrayList<>();
    commits.add(commit);
    Stream.concat(stood.frames().values().stream(), commit.frames().values().stream())
        .map(Frame::checkpoint)
        .distinct()
        .filter(other -> other != commit.number())
        .forEach(other -> kept.apply(other).ifPresent(commits::add));
    return new CheckpointBundle(commits, stood);
  }

  public Commit commit() {
    return commits.get(0);
  }

  /** Returns the run that the input of the checkpoint's turn began; null where there was none. */
  public @Nullable String turn() {
    return stood.lastSegment().map(Segment::turnId).orElse(null);
  }
}
