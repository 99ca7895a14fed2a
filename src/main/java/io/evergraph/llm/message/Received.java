package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.data.message.ChatMessage;
import io.evergraph.state.Immutable;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The message of another form that a message was read from, kept for its way back where Evergraph
 * would write it otherwise: a field given as null, an older kind of block, a field that Evergraph
 * does not know.
 *
 * <p>How a form writes something is no part of what is said: any two are equal. What somebody has
 * changed in a message is written as Evergraph writes it.
 */
@Immutable
public final class Received {
  static final Received NOTHING = new Received(null, null);

  private final @Nullable Object form;
  private final @Nullable Message read;

  private Received(@Nullable Object form, @Nullable Message read) {
    this.form = form;
    this.read = read;
  }

  /** Returns a message with what it was read from. */
  static Message with(Object form, Message read) {
    Received received = new Received(form, read);
    return read.match(
        it -> new Message.User(it.id(), it.content(), it.metadata(), received),
        it -> new Message.Instruction(it.id(), it.content(), it.metadata(), received),
        it ->
            new Message.Assistant(
                it.id(), it.content(), it.toolCalls(), it.usage(), it.metadata(), received),
        it ->
            new Message.Tool(
                it.id(),
                it.callId(),
                it.name(),
                it.content(),
                it.outcome(),
                it.metadata(),
                received));
  }

  /** Returns the message of LangChain4j that a message was read from, unless it has changed. */
  static Optional<ChatMessage> chatMessage(Message message) {
    Received received = message.received();
    return received.form instanceof ChatMessage chatMessage && message.equals(received.read)
        ? Optional.of(chatMessage)
        : Optional.empty();
  }

  /**
   * Writes a message in a form: each field as it was received, where it is still the same.
   *
   * @param form how Evergraph writes a message in that form
   * @param isIn whether JSON is of that form
   */
  static ObjectNode write(
      Message message, Function<Message, ObjectNode> form, Predicate<JsonNode> isIn) {
    Received received = message.received();
    if (!(received.form instanceof ObjectNode kept) || !isIn.test(kept)) {
      return form.apply(message);
    }
    ObjectNode original = kept.deepCopy(); // what is given away can be changed
    if (message.equals(received.read)) {
      return original;
    }
    ObjectNode now = form.apply(message);
    ObjectNode merged = merged(original, form.apply(received.read), now);
    return says(message, now, merged, form) ? merged : now;
  }

  private static ObjectNode merged(ObjectNode original, ObjectNode then, ObjectNode now) {
    Set<String> names = new LinkedHashSet<>();
    original.fieldNames().forEachRemaining(names::add);
    now.fieldNames().forEachRemaining(names::add);
    ObjectNode merged = JsonNodeFactory.instance.objectNode();
    for (String name : names) {
      boolean isUnchanged = ToolCallForm.isSame(now.path(name), then.path(name));
      JsonNode value = (isUnchanged ? original : now).get(name);
      if (value != null) {
        merged.set(name, value);
      }
    }
    return merged;
  }

  /**
   * Returns whether merged fields say what a message does: a changed one may give those beside it
   * another meaning, and one that the form does not have, such as an id in OpenAI's, may be stale.
   */
  private static boolean says(
      Message message, ObjectNode now, ObjectNode merged, Function<Message, ObjectNode> form) {
    try {
      Message read = MessageForm.plain(merged);
      ObjectNode all = MessageForm.plain(message);
      return ToolCallForm.isSame(form.apply(read), now)
          && MessageForm.plain(read).properties().stream()
              .allMatch(field -> ToolCallForm.isSame(field.getValue(), all.path(field.getKey())));
    } catch (JsonMappingException unreadable) {
      return false;
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Received;
  }

  @Override
  public int hashCode() {
    return 0;
  }

  /** Returns nothing of what was received: it may say what the message no longer does. */
  @Override
  public String toString() {
    return form == null ? "nothing" : "another form";
  }
}
