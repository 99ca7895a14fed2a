package io.evergraph.bench.floor;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A message of a chat.
 *
 * @param role who speaks
 * @param text what is said
 * @param call the id of the tool call that it makes or answers; null for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChatMessage(String role, String text, @Nullable String call) {}
