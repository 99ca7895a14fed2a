package io.evergraph.server.langgraph;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The assistants: one for each graph, known by the graph's name and by a UUID that is derived from
 * it in the way that LangGraph's servers derive theirs.
 */
record Assistants(GraphRuntime runtime) {
  private static final UUID NAMESPACE = UUID.fromString("6ba7b821-9dad-11d1-80b4-00c04fd430c8");
  private static final int UUID_BYTES = 16;

  Graph graph(String id) {
    return find(id).orElseGet(() -> runtime.graphs().graph(id));
  }

  /** Returns the graph of an assistant, by its name or its UUID; empty when there is none. */
  Optional<Graph> find(String id) {
    List<Graph> all = runtime.graphs().graphs();
    return all.stream()
        .filter(graph -> graph.name().equals(id))
        .findFirst()
        .or(() -> all.stream().filter(graph -> idOf(graph.name()).equals(id)).findFirst());
  }

  static String idOf(String graph) {
    byte[] name = graph.getBytes(StandardCharsets.UTF_8);
    ByteBuffer input = ByteBuffer.allocate(UUID_BYTES + name.length);
    input.putLong(NAMESPACE.getMostSignificantBits());
    input.putLong(NAMESPACE.getLeastSignificantBits());
    ByteBuffer hash = ByteBuffer.wrap(sha1(input.put(name).array()));
    long high = (hash.getLong() & ~0xf000L) | 0x5000L;
    long low = (hash.getLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new UUID(high, low).toString();
  }

  private static byte[] sha1(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(input);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Expected every JVM to have SHA-1.", impossible);
    }
  }
}
