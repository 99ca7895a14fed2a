package io.evergraph.server.langgraph;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a request says about the run that it begins, beside how the run goes. The thread keeps it
 * with the run, so that every server knows it, after a restart too.
 *
 * @param metadata the free facts of the client
 * @param modes what the client wants to see of the run
 * @param body the digest of the request, where it may be sent again; empty for others
 */
record RecordedRequest(
    Map<String, Object> metadata, String multitaskStrategy, StreamModes modes, String body) {
  /** The name of metadata that clients cannot give. */
  static final String REQUEST = "__request__";

  private static final String STRATEGY = "multitask_strategy";
  private static final String MODES = "stream_mode";
  private static final String SUBGRAPHS = "stream_subgraphs";
  private static final String BODY = "body";

  static RecordedRequest of(RunRequest request, String body) {
    return new RecordedRequest(
        request.metadata(), request.multitaskStrategy(), request.modes(), body);
  }

  /**
   * Reads what the thread keeps; a run that was begun otherwise has what is usual. A mode that only
   * a later version knows is left out.
   */
  static RecordedRequest read(Map<String, Object> kept) {
    Map<String, Object> metadata = new LinkedHashMap<>(kept);
    Map<?, ?> request = metadata.remove(REQUEST) instanceof Map<?, ?> map ? map : Map.of();
    List<String> modes =
        request.get(MODES) instanceof List<?> names
            ? names.stream().map(String::valueOf).filter(StreamModes::isKnown).toList()
            : List.of();
    return new RecordedRequest(
        metadata,
        text(request.get(STRATEGY)).orElse(RunRequest.USUAL_STRATEGY),
        StreamModes.of(modes, Boolean.TRUE.equals(request.get(SUBGRAPHS))),
        text(request.get(BODY)).orElse(""));
  }

  private static Optional<String> text(@Nullable Object value) {
    return Optional.ofNullable(value).map(String::valueOf);
  }

  /** Returns the form in which the thread keeps this; what is usual is left out. */
  Map<String, Object> kept() {
    Map<String, Object> request = new LinkedHashMap<>();
    if (!multitaskStrategy.equals(RunRequest.USUAL_STRATEGY)) {
      request.put(STRATEGY, multitaskStrategy);
    }
    if (!modes.equals(StreamModes.of(List.of(), false))) {
      request.put(MODES, modes.names().stream().sorted().toList());
      request.put(SUBGRAPHS, modes.subgraphs());
    }
    if (!body.isEmpty()) {
      request.put(BODY, body);
    }
    Map<String, Object> kept = new LinkedHashMap<>(metadata);
    if (!request.isEmpty()) {
      kept.put(REQUEST, request);
    }
    return kept;
  }
}
