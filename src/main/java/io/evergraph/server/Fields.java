package io.evergraph.server;

import io.evergraph.error.InvalidInputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
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
    return new Fields("", json == null ? Map.of() : object(json, "the body"));
  }

  private static Map<String, @Nullable Object> object(Object json, String subject) {
    if (json instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      map.forEach((name, value) -> members.put(String.valueOf(name), value));
      return members;
    }
    throw new InvalidInputException(subject, "a JSON object", describe(json));
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
    return List.copyOf(present().keySet());
  }

  /** Returns whether a member is there, be it null. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns the text of a member, not blank. */
  public Optional<String> text(String name) {
    return find(name, String.class, text -> !text.isBlank(), "text");
  }

  private <T> Optional<T> find(String name, Class<T> type, Predicate<T> fits, String expected) {
    Object value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (type.isInstance(value) && fits.test(type.cast(value))) {
      return Optional.of(type.cast(value));
    }
    throw misfit(name, expected, value);
  }

  /** Returns the text of a member that must be there. */
  public String requiredText(String name, String meaning) {
    return text(name).orElseThrow(() -> misfit(name, meaning, null));
  }

  /** Returns the text of a member that takes one of a few. */
  public Optional<String> choice(String name, Collection<String> choices) {
    Optional<String> text = text(name);
    if (text.isPresent() && !choices.contains(text.get())) {
      throw misfit(name, "one of " + choices, text.get());
    }
    return text;
  }

  /** Returns the members of a member that is an object. */
  public Optional<Fields> fields(String name) {
    Object value = values.get(name);
    return value == null
        ? Optional.empty()
        : Optional.of(new Fields(path(name) + ".", object(value, "'" + path(name) + "'")));
  }

  /** Returns the values of a member that is an object; empty when it is absent. */
  public Map<String, Object> map(String name) {
    return fields(name).map(Fields::present).orElse(Map.of());
  }

  private Map<String, Object> present() {
    Map<String, Object> present = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (value != null) {
            present.put(name, value);
          }
        });
    return present;
  }

  /** Returns the values of a member that is an object, nulls included; null when it is absent. */
  public @Nullable Map<String, @Nullable Object> nullableMap(String name) {
    return fields(name).map(object -> object.values).orElse(null);
  }

  private List<? extends @Nullable Object> elements(String name) {
    Object value = values.get(name);
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  /** Returns a member that is an object or a list of objects; empty when it is absent. */
  public List<Map<String, @Nullable Object>> maps(String name) {
    List<Map<String, @Nullable Object>> maps = new ArrayList<>();
    for (Object element : elements(name)) {
      if (element == null) {
        throw misfit(name, "an object or a list of objects", values.get(name));
      }
      maps.add(object(element, "'" + path(name) + "'"));
    }
    return maps;
  }

  /** Returns a whole number of at least 1; null when it is absent. */
  public @Nullable Integer count(String name) {
    return find(name, Integer.class, number -> number >= 1, "a whole number of at least 1")
        .orElse(null);
  }

  /** Returns a whole number of at least 0. */
  public int number(String name, int whenAbsent) {
    return find(name, Integer.class, number -> number >= 0, "a whole number of at least 0")
        .orElse(whenAbsent);
  }

  /** Returns a member that is a truth value; false when it is absent. */
  public boolean flag(String name) {
    return find(name, Boolean.class, flag -> true, "true or false").orElse(false);
  }

  /** Returns a member that is text or a list of text; empty when it is absent. */
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object element : elements(name)) {
      if (!(element instanceof String text)) {
        throw misfit(name, "text or a list of text", values.get(name));
      }
      texts.add(text);
    }
    return texts;
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
    return new InvalidInputException("'" + path(name) + "'", expected, describe(found));
  }

  private String path(String name) {
    return place + name;
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
