package io.evergraph.runtime.thread;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/**
 * Values by number, in the order of their numbers. Made for numbers that are given out in ascending
 * order: to add the next one, to find one and to drop the oldest costs next to nothing. Not safe
 * for use by several threads.
 */
public final class Numbered<T> {
  private final List<Entry<T>> entries = new ArrayList<>();

  public Numbered() {}

  public record Entry<T>(long number, T value) {}

  /** Keeps a value, in place of another of the same number; returns that one. */
  public Optional<T> put(long number, T value) {
    Entry<T> entry = new Entry<>(number, value);
    int place = place(number);
    if (has(place, number)) {
      return Optional.of(entries.set(place, entry).value());
    }
    entries.add(place, entry);
    return Optional.empty();
  }

  public void putAll(Map<Long, ? extends T> values) {
    values.forEach(this::put);
  }

  public Optional<T> find(long number) {
    int place = place(number);
    return has(place, number) ? Optional.of(entries.get(place).value()) : Optional.empty();
  }

  /** Returns the value of the least number that is not below one. */
  public Optional<T> ceiling(long number) {
    int place = place(number);
    return place < entries.size() ? Optional.of(entries.get(place).value()) : Optional.empty();
  }

  /** Returns what has numbers from one on, in ascending order; a view. */
  public List<Entry<T>> from(long number) {
    return Collections.unmodifiableList(entries.subList(place(number), entries.size()));
  }

  /** Returns what has numbers up to one, which counts, in ascending order; a view. */
  public List<Entry<T>> upTo(long number) {
    return Collections.unmodifiableList(entries.subList(0, place(number + 1)));
  }

  /** Returns everything in ascending order; a view. */
  public List<Entry<T>> all() {
    return Collections.unmodifiableList(entries);
  }

  /** Returns a copy of what has numbers that a test holds for, by number in ascending order. */
  public Map<Long, T> only(LongPredicate wanted) {
    Map<Long, T> some = new TreeMap<>();
    for (Entry<T> entry : entries) {
      if (wanted.test(entry.number())) {
        some.put(entry.number(), entry.value());
      }
    }
    return some;
  }

  public void remove(long number) {
    int place = place(number);
    if (has(place, number)) {
      entries.remove(place);
    }
  }

  public void removeIf(LongPredicate unwanted) {
    entries.removeIf(entry -> unwanted.test(entry.number()));
  }

  public int size() {
    return entries.size();
  }

  private boolean has(int place, long number) {
    return place < entries.size() && entries.get(place).number() == number;
  }

  /** Returns where a number stands or would stand: mostly at the end, or as far as it is away. */
  private int place(long number) {
    int last = entries.size() - 1;
    if (last < 0 || entries.get(last).number() < number) {
      return last + 1;
    }
    long guess = last - (entries.get(last).number() - number);
    return guess >= 0 && entries.get((int) guess).number() == number
        ? (int) guess
        : searched(number);
  }

  private int searched(long number) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (entries.get(middle).number() < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
