package io.evergraph.server;

import io.evergraph.error.InvalidInputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of a JSON object that came from outside. Every method that finds a value of
 * another kind than it expects throws an {@link InvalidInputException} that names the place; null
 * counts as absent unless said otherwise.
 */
public final class Fields {
  private final String place;
  private final Map<String, @Nullable Object> values;

  private Fields(String place, Map<String, @Nullable Object> values) {
    this.place = place;
    this.values = values;
  }

  /**
   * Returns the members of a request's body.
   *
   * @param json plain values as Spring's JSON reads them; null stands for an absent body, which has
   *     no members
   */
  public static Fields ofBody(@Nullable Object json) {
    if (json == null) {
      return new Fields("", Map.of());
    }
    return new Fields(
        "",
        Kind.OBJECT
            .read()
            .apply(json)
            .orElseThrow(
                () ->
                    new InvalidInputException("the body", Kind.OBJECT.expected(), describe(json))));
  }

  /**
   * Returns a number of the query of a request.
   *
   * @param least the smallest that is taken
   */
  public static int parameter(String name, int value, int least) {
    if (value < least) {
      throw new InvalidInputException(
          "the parameter '" + name + "'", least + " or more", String.valueOf(value));
    }
    return value;
  }

  /**
   * Lets members of these names pass, and no other: whoever sends another believes that it does
   * something.
   *
   * @throws InvalidInputException when there is one; it tells the nearest name
   */
  public Fields only(String... names) {
    return only(Set.of(names));
  }

  /** Lets members of these names pass, and no other. */
  public Fields only(Set<String> names) {
    for (String name : values.keySet()) {
      if (!names.contains(name)) {
        String expected =
            new NearestName(names)
                .to(name)
                .map(nearest -> "a field such as '" + nearest + "'")
                .orElseGet(() -> "some of the fields " + new TreeSet<>(names));
        String subject =
            place.isEmpty() ? "the body" : "'" + place.substring(0, place.length() - 1) + "'";
        throw new InvalidInputException(subject, expected, "'" + name + "'");
      }
    }
    return this;
  }

  /** Returns the value of a member as plain values; null when it is absent. */
  public @Nullable Object value(String name) {
    return values.get(name);
  }

  /** Returns the names that hold a value. */
  public List<String> names() {
    return values.keySet().stream().filter(name -> values.get(name) != null).toList();
  }

  /** Returns whether a member is there, be it null. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns a member of a kind; empty when it is absent. */
  public <T> Optional<T> find(String name, Kind<T> kind) {
    Object value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    return Optional.of(
        kind.read().apply(value).orElseThrow(() -> misfit(name, kind.expected(), value)));
  }

  /** Returns the text of a member that must be there. */
  public String required(String name, String meaning) {
    return find(name, Kind.TEXT).orElseThrow(() -> misfit(name, meaning, null));
  }

  /** Returns the members of a member that is an object. */
  public Optional<Fields> fields(String name) {
    return find(name, Kind.OBJECT).map(members -> new Fields(place + name + ".", members));
  }

  /** Returns the elements of a member that is a list; a value by itself is a list of one. */
  public List<? extends @Nullable Object> elements(String name) {
    Object value = values.get(name);
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  /** Returns a member that is an object or a list of objects; empty when it is absent. */
  public List<Map<String, @Nullable Object>> objects(String name) {
    List<Map<String, @Nullable Object>> objects = new ArrayList<>();
    for (Object element : elements(name)) {
      if (element == null) {
        throw misfit(name, "an object or a list of objects", values.get(name));
      }
      objects.add(
          Kind.OBJECT
              .read()
              .apply(element)
              .orElseThrow(() -> misfit(name, Kind.OBJECT.expected(), element)));
    }
    return objects;
  }

  /**
   * Refuses a member that asks for what is not offered.
   *
   * @param usual the values that ask for nothing, beside those that are empty
   * @throws InvalidInputException when it has another value
   */
  public void refuse(String name, String reason, Object... usual) {
    Object value = values.get(name);
    boolean empty =
        value == null
            || (value instanceof Collection<?> many && many.isEmpty())
            || (value instanceof Map<?, ?> map && map.isEmpty())
            || List.of(usual).contains(value);
    if (!empty) {
      String expected = usual.length == 0 ? "nothing" : "nothing, or " + describe(usual[0]);
      throw misfit(name, expected + " (" + reason + ")", value);
    }
  }

  /** Returns the error of a member that is not what it should be. */
  public InvalidInputException misfit(String name, String expected, @Nullable Object found) {
    return new InvalidInputException("'" + place + name + "'", expected, describe(found));
  }

  static String describe(@Nullable Object json) {
    if (json == null) {
      return "nothing";
    }
    if (json instanceof String text) {
      return "the text '" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "'";
    }
    if (json instanceof Map<?, ?>) {
      return "an object";
    }
    return json instanceof List<?> ? "a list" : json.toString();
  }
}
