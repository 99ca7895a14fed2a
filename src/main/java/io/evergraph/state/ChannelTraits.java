package io.evergraph.state;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** How a channel behaves. */
record ChannelTraits(Reducer reducer, Lifetime lifetime, Optional<Object> initial) {
  ChannelTraits {
    Objects.requireNonNull(reducer, "reducer");
  }

  static ChannelTraits of(Reducer reducer) {
    return new ChannelTraits(reducer, Lifetime.THREAD, Optional.empty());
  }

  ChannelTraits with(Reducer other) {
    return new ChannelTraits(other, lifetime, initial);
  }

  ChannelTraits with(Lifetime other) {
    return new ChannelTraits(reducer, other, initial);
  }

  ChannelTraits startingAt(Object value) {
    return new ChannelTraits(reducer, lifetime, Optional.of(copied(value)));
  }

  private static Object copied(Object value) {
    if (value instanceof List<?> list) {
      return PersistentList.copyOf(list);
    }
    return value instanceof Map<?, ?> map
        ? Collections.unmodifiableMap(new LinkedHashMap<>(map))
        : value;
  }
}
