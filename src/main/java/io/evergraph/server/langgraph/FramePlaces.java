package io.evergraph.server.langgraph;

import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.stream.FollowedPart;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Where the next frame of a stream stands, and whether a client has seen it. Each thread that is
 * read has places of its own: those of one thread are the same each time that the run is streamed,
 * the order among threads is not.
 */
final class FramePlaces {
  private final FrameId seen;
  private final Map<String, Call> calls = new HashMap<>();
  private FrameId place = FrameId.BEFORE_ALL;
  private Call current;

  /**
   * The thread of a call.
   *
   * @param path the places where this and the calls around it were opened, from the outermost in
   */
  private record Call(String namespace, ThreadId thread, List<Long> path) {}

  FramePlaces(ThreadId thread, FrameId seen) {
    this.seen = seen;
    this.current = new Call("", thread, List.of());
    calls.put("", current);
  }

  /** Goes on with what a thread records, or what is emitted there. */
  void in(String call) {
    current = Objects.requireNonNull(calls.get(call));
  }

  /** Returns the thread that the next frame comes from. */
  ThreadId thread() {
    return current.thread();
  }

  /** Returns a namespace as the thread itself knows it that the next frame comes from. */
  String own(String namespace) {
    String call = current.namespace();
    return call.isEmpty()
        ? namespace
        : namespace.substring(Math.min(namespace.length(), call.length() + 1));
  }

  /** Takes a place of the thread around, so that it can be told whether the call was opened. */
  void open(FollowedPart.Opened opened) {
    in(opened.outer());
    here(FrameId::next);
    List<Long> outer = current.path();
    long at = at(place, outer).orElseThrow().recorded();
    List<Long> path = Stream.concat(outer.stream(), Stream.of(at)).toList();
    calls.put(opened.call(), new Call(opened.call(), opened.thread(), path));
    place = changed(place, outer, it -> it.with(at, FrameId.OPENED));
  }

  void close(FollowedPart.Closed closed) {
    List<Long> path = Objects.requireNonNull(calls.remove(closed.call())).path();
    int last = path.size() - 1;
    place = changed(place, path.subList(0, last), it -> it.without(path.get(last)));
  }

  /**
   * Takes the place of a frame that comes each time; returns whether the client has not seen it.
   */
  boolean recorded() {
    here(FrameId::next);
    FrameId own = at(place, current.path()).orElseThrow();
    return seenHere().filter(it -> own.recorded() > it.recorded()).isPresent();
  }

  /** Takes the place of a frame of an emission; returns whether the client has not seen it. */
  boolean live(Instant emission) {
    here(it -> it.after(emission));
    FrameId own = at(place, current.path()).orElseThrow();
    return seenHere().filter(it -> !it.hasSeen(own)).isPresent();
  }

  /** Returns the id of the frame whose place was taken last. */
  FrameId id() {
    return place.and(seen);
  }

  private void here(UnaryOperator<FrameId> change) {
    place = changed(place, current.path(), change);
  }

  private static FrameId changed(FrameId outer, List<Long> path, UnaryOperator<FrameId> change) {
    if (path.isEmpty()) {
      return change.apply(outer);
    }
    long first = path.get(0);
    FrameId call = outer.calls().getOrDefault(first, FrameId.OPENED);
    return outer.with(first, changed(call, path.subList(1, path.size()), change));
  }

  private static Optional<FrameId> at(FrameId outer, List<Long> path) {
    Optional<FrameId> at = Optional.of(outer);
    for (long opened : path) {
      at = at.flatMap(it -> Optional.ofNullable(it.calls().get(opened)));
    }
    return at;
  }

  /** Returns how far the client has read the current thread; empty when to its end. */
  private Optional<FrameId> seenHere() {
    FrameId at = seen;
    for (long opened : current.path()) {
      if (at.hasPassed(opened)) {
        return Optional.empty();
      }
      at = at.calls().getOrDefault(opened, FrameId.OPENED);
    }
    return Optional.of(at);
  }
}
