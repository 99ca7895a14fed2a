package io.evergraph.demo.airline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer of the model as an OpenAI chat completion, whole or in chunks.
 *
 * <p>A token of this model is a word, that is, a run of characters without white space: {@code
 * usage} counts the words of the messages after the policy, and those of the answer.
 */
record Completion(String id, String model, List<RecordedMessage> said, Assistant answer) {

  /**
   * The moment at which the policy lets the conversations take place, so that a repeated request
   * gets the same bytes.
   */
  private static final long CREATED = Instant.parse("2024-05-15T20:00:00Z").getEpochSecond();

  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final Pattern WORD_AND_SPACE = Pattern.compile("\\S+\\s*|\\s+");
  private static final Pattern SHORT_PIECE = Pattern.compile(".{1,16}", Pattern.DOTALL);

  Completion {
    said = List.copyOf(said);
  }

  ObjectNode whole() {
    return choice("chat.completion", finishReason(), "message", OpenAiMessages.write(answer))
        .set("usage", usage());
  }

  /**
   * Writes the chunks of a stream: role, text word by word, then each tool call (id and name first,
   * arguments in pieces), the finish reason, and the usage if it is asked for.
   */
  List<ObjectNode> chunks(boolean withUsage) {
    List<ObjectNode> chunks = new ArrayList<>();
    chunks.add(chunk(object().put("role", "assistant").put("content", "")));
    pieces(WORD_AND_SPACE, answer.content())
        .forEach(piece -> chunks.add(chunk(object().put("content", piece))));
    for (int index = 0; index < answer.calls().size(); index++) {
      addCall(chunks, index, answer.calls().get(index));
    }
    chunks.add(chunk(object(), finishReason()));
    if (withUsage) {
      ObjectNode usage = envelope("chat.completion.chunk");
      usage.putArray("choices");
      chunks.add(usage.set("usage", usage()));
    }
    return chunks;
  }

  private void addCall(List<ObjectNode> chunks, int index, RecordedCall call) {
    ObjectNode first = object();
    ObjectNode named = OpenAiMessages.write(call.id(), call.tool(), "");
    first.putArray("tool_calls").add(named.put("index", index));
    chunks.add(chunk(first));
    for (String piece : pieces(SHORT_PIECE, call.arguments())) {
      ObjectNode next = object();
      ObjectNode part = next.putArray("tool_calls").addObject().put("index", index);
      part.putObject("function").put("arguments", piece);
      chunks.add(chunk(next));
    }
  }

  private ObjectNode chunk(ObjectNode delta) {
    return chunk(delta, null);
  }

  private ObjectNode chunk(ObjectNode delta, @Nullable String finishReason) {
    return choice("chat.completion.chunk", finishReason, "delta", delta);
  }

  private ObjectNode choice(
      String object, @Nullable String finishReason, String name, ObjectNode content) {
    ObjectNode body = envelope(object);
    body.putArray("choices")
        .addObject()
        .put("index", 0)
        .put("finish_reason", finishReason)
        .set(name, content);
    return body;
  }

  private ObjectNode envelope(String object) {
    return object().put("id", id).put("object", object).put("created", CREATED).put("model", model);
  }

  private static ObjectNode object() {
    return JsonFields.MAPPER.createObjectNode();
  }

  private String finishReason() {
    return answer.calls().isEmpty() ? "stop" : "tool_calls";
  }

  private ObjectNode usage() {
    long prompt = said.stream().mapToLong(Completion::words).sum();
    long completion = words(answer);
    return object()
        .put("prompt_tokens", prompt)
        .put("completion_tokens", completion)
        .put("total_tokens", prompt + completion);
  }

  private static long words(RecordedMessage message) {
    long words = WORD.matcher(message.content()).results().count();
    if (message instanceof Assistant assistant) {
      words +=
          assistant.calls().stream()
              .mapToLong(call -> WORD.matcher(call.arguments()).results().count())
              .sum();
    }
    return words;
  }

  private static List<String> pieces(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).toList();
  }
}
