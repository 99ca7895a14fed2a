package io.evergraph.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The argument that a thread's workflow is started with, as JSON: {@code
 * {"submit":{"graph":"refunds","input":{…}}}} runs a graph alone, {@code {}} opens a thread.
 *
 * @param submit the first input; null when it comes later, or not from the starter
 * @param metadata what the creator notes on the thread
 * @param copy where another thread stands that this one begins at; null begins at nothing
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record GraphInput(
    @Nullable Submit submit, @Nullable Map<String, Object> metadata, @Nullable CopyOf copy)
    implements Referable {
  static GraphInput of(@Nullable Submit submit, @Nullable Map<String, Object> metadata) {
    return new GraphInput(submit, metadata, null);
  }

  /** Returns what of this its sender has written. */
  GraphInput fromOutside() {
    return of(submit, metadata);
  }

  Map<String, Object> notes() {
    return Optional.ofNullable(metadata).orElse(Map.of());
  }
}
