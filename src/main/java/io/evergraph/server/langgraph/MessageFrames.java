package io.evergraph.server.langgraph;

import io.evergraph.llm.message.Message;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.state.StreamableMessage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The frames of messages in both of LangGraph's forms: {@code messages-tuple} gives pieces, {@code
 * messages} gives each message as far as it has come.
 */
final class MessageFrames {
  private static final String CHUNK = "AIMessageChunk";

  private final FrameData data;
  private final StreamModes modes;
  private final Recorded recorded;
  private final Runnable pass;
  private final Live live;
  private final Map<String, Partial> partials = new HashMap<>();

  /** Adds a frame that has its place each time that the run is streamed. */
  @FunctionalInterface
  interface Recorded {
    boolean add(String event, @Nullable Object data);
  }

  /** Adds a frame that only those see who watch now. */
  @FunctionalInterface
  interface Live {
    boolean add(String event, @Nullable Object data, StreamPart.Live part);
  }

  private record Partial(int attempt, StringBuilder text) {}

  MessageFrames(FrameData data, StreamModes modes, Recorded recorded, Runnable pass, Live live) {
    this.data = data;
    this.modes = modes;
    this.recorded = recorded;
    this.pass = pass;
    this.live = live;
  }

  boolean chunk(StreamPart.MessageChunk it) {
    if (modes.names().contains(StreamModes.MESSAGES_TUPLE)) {
      Map<String, @Nullable Object> chunk = message(CHUNK, it.messageId(), it.delta());
      Map<String, Object> metadata = metadata(it.origin());
      // A further attempt begins the message anew under the same id
      metadata.put("attempt", it.attempt());
      live.add(tupleName(it.origin()), List.of(chunk, metadata), it);
    }
    return modes.names().contains(StreamModes.MESSAGES) && partial(it);
  }

  private boolean partial(StreamPart.MessageChunk it) {
    Partial partial = partials.get(it.messageId());
    if (partial == null) {
      live.add(
          name("messages/metadata", it.origin()),
          Map.of(it.messageId(), Map.of("metadata", metadata(it.origin()))),
          it);
    }
    if (partial == null || partial.attempt() != it.attempt()) {
      partial = new Partial(it.attempt(), new StringBuilder());
      partials.put(it.messageId(), partial);
    }
    partial.text().append(it.delta());
    Map<String, @Nullable Object> sofar = message("ai", it.messageId(), partial.text().toString());
    return live.add(name("messages/partial", it.origin()), List.of(sofar), it);
  }

  /** Every message takes its places, so that those after it are the same for all who watch. */
  boolean finished(StreamPart.MessageFinished it) {
    Object plain = Objects.requireNonNull(data.codec().plain(it.message()));
    if (modes.names().contains(StreamModes.MESSAGES_TUPLE)) {
      Object rest = it.wasStreamed() ? rest(it.message(), it.unseen()) : plain;
      recorded.add(tupleName(it.origin()), List.of(rest, metadata(it.origin())));
    }
    if (modes.names().contains(StreamModes.MESSAGES)) {
      String id = it.message().id();
      if (partials.remove(id) == null) {
        recorded.add(
            name("messages/metadata", it.origin()),
            Map.of(id, Map.of("metadata", metadata(it.origin()))));
      } else {
        pass.run();
      }
      recorded.add(name("messages/complete", it.origin()), List.of(plain));
    }
    return true;
  }

  /** What no piece has shown: the end of the text, and the calls. */
  private Map<String, @Nullable Object> rest(StreamableMessage message, String unseen) {
    Map<String, @Nullable Object> rest = message(CHUNK, message.id(), unseen);
    if (message instanceof Message.Assistant assistant && !assistant.toolCalls().isEmpty()) {
      rest.put("tool_calls", assistant.toolCalls().stream().map(data.codec()::plain).toList());
    }
    rest.put("chunk_position", "last");
    return rest;
  }

  private static Map<String, @Nullable Object> message(String type, String id, String content) {
    return JsonObject.of("type", type, "id", id, "content", content);
  }

  private Map<String, Object> metadata(TaskOrigin origin) {
    String inside = inside(origin);
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("run_id", data.position().runId());
    metadata.put("thread_id", data.position().thread().value());
    metadata.put("langgraph_node", origin.node());
    metadata.put("langgraph_step", origin.step());
    metadata.put("langgraph_triggers", List.of("branch:to:" + origin.node()));
    metadata.put("langgraph_path", List.of("__pregel_pull", origin.node()));
    metadata.put("langgraph_checkpoint_ns", inside);
    metadata.put("checkpoint_ns", inside);
    return metadata;
  }

  /** Clients that ask for subgraphs expect messages under the task that makes them. */
  private String tupleName(TaskOrigin origin) {
    return modes.subgraphs() ? "messages|" + inside(origin) : "messages";
  }

  private static String name(String event, TaskOrigin origin) {
    return origin.namespace().isEmpty() ? event : event + "|" + origin.namespace();
  }

  private static String inside(TaskOrigin origin) {
    String own = origin.node() + ":" + origin.taskId();
    return origin.namespace().isEmpty() ? own : origin.namespace() + "|" + own;
  }
}
