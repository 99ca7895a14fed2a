package io.evergraph.temporal.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.StateMissingException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.protocol.ReplyPart;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts a reply together from the parts that it is sent in; most have one.
 *
 * @param thread the id of the thread that is asked
 * @param codec reads the reply
 * @param ask asks for a part
 */
record PagedReplyReader(
    String thread, StateCodec codec, Function<ReplyPart.Request, ReplyPart> ask) {
  /** A worker that takes over between two parts does not know the first: it is asked again. */
  private static final int MOST_TRIES = 20;

  <T> @Nullable T read(String query, Class<T> type, Object... arguments) {
    JsonNode argument = arguments.length == 0 ? null : codec.toJson(arguments[0]);
    for (int tried = 0; tried < MOST_TRIES; tried++) {
      String text = text(query, argument);
      if (text != null) {
        return value(text, type);
      }
    }
    throw new StateMissingException(
        thread, 0, "it changes faster than the " + query + " can be read; ask again");
  }

  /** Returns null where the reply has changed from one part to the next. */
  private @Nullable String text(String query, @Nullable JsonNode argument) {
    ReplyPart part = ask.apply(new ReplyPart.Request(query, argument, 0, null));
    String digest = part.digest();
    StringBuilder text = new StringBuilder(part.text());
    while (part.next() > 0) {
      part = ask.apply(new ReplyPart.Request(query, argument, part.next(), digest));
      if (!part.digest().equals(digest)) {
        return null;
      }
      text.append(part.text());
    }
    return text.toString();
  }

  private <T> @Nullable T value(String text, Class<T> type) {
    try {
      return codec.mapper().readValue(text, type);
    } catch (JsonProcessingException misfit) {
      throw new IllegalStateException(misfit);
    }
  }
}
