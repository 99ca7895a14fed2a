package io.evergraph.server.langgraph;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class JsonObject {
  private JsonObject() {}

  static Map<String, @Nullable Object> of(@Nullable Object... members) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int index = 0; index < members.length; index += 2) {
      object.put(String.valueOf(members[index]), members[index + 1]);
    }
    return object;
  }
}
