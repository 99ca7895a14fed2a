package io.evergraph.server.langgraph;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.server.TestServer;
import java.util.ArrayList;
import java.util.List;

/** Reads server-sent events as clients do. */
final class Sse {
  private Sse() {}

  record Event(String id, String name, JsonNode data) {
    @Override
    public String toString() {
      return id + " " + name + " " + data;
    }
  }

  static List<Event> events(String body) {
    List<Event> events = new ArrayList<>();
    for (String block : body.split("\n\n", -1)) {
      String id = "";
      String name = "";
      StringBuilder data = new StringBuilder();
      for (String line : block.split("\n", -1)) {
        if (line.startsWith("id:")) {
          id = line.substring(3).strip();
        } else if (line.startsWith("event:")) {
          name = line.substring(6).strip();
        } else if (line.startsWith("data:")) {
          data.append(line.substring(5));
        }
      }
      if (!name.isEmpty()) {
        events.add(new Event(id, name, TestServer.parse(data.toString())));
      }
    }
    return events;
  }

  static List<String> lines(String body) {
    return events(body).stream().map(Event::toString).toList();
  }
}
