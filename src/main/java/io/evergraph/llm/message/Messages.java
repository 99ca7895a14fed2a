package io.evergraph.llm.message;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.data.message.ChatMessage;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Channels of chat messages, and chats in the forms of others. */
public final class Messages {
  private static final JsonMapper MAPPER = StateCodec.create().mapper();

  private Messages() {}

  /**
   * Returns a channel of messages: new ones are appended, a message of a known id takes the place
   * of the one before, a removal takes it out.
   */
  public static ListChannel<Message> channel(String name) {
    return ListChannel.byId(name, Message.class);
  }

  /** Returns a value in words: texts as they are, anything else as JSON. */
  public static String words(Object value) {
    try {
      return value instanceof String text ? text : MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException unwritable) {
      throw new IllegalArgumentException(unwritable);
    }
  }

  /**
   * Translates messages to those of LangChain4j, in their order. What these have no field for is
   * kept in an attribute, so that {@link #fromLangChain4j} returns what was translated; of an
   * instruction they have the words alone. A message that came from LangChain4j, and has not
   * changed since, is returned as it came.
   */
  public static List<ChatMessage> toLangChain4j(List<Message> chat) {
    return chat.stream().map(ChatMessages::of).toList();
  }

  /**
   * Translates messages of LangChain4j. Those that have not come from {@link #toLangChain4j} have
   * no ids; those of calls without one come from their position.
   *
   * @throws IllegalArgumentException when a message is a {@code CustomMessage}: nobody says it
   */
  public static List<Message> fromLangChain4j(List<? extends ChatMessage> chat) {
    List<Message> messages = new ArrayList<>();
    chat.forEach(message -> messages.add(ChatMessages.from(message, "" + messages.size())));
    return List.copyOf(messages);
  }

  /**
   * Writes messages as a JSON array in the format of OpenAI's chat completions. Those that were
   * read in it are written as they came, as far as they are still the same.
   */
  public static String toOpenAi(List<Message> chat) {
    return written(chat, OpenAiForm::write);
  }

  /**
   * Writes messages as a JSON array in the format of LangChain and LangGraph. Those that were read
   * in it are written as they came, as far as they are still the same.
   */
  public static String toLangGraph(List<Message> chat) {
    return written(chat, MessageForm::write);
  }

  private static String written(List<Message> chat, Function<Message, ObjectNode> form) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    chat.forEach(message -> array.add(form.apply(message)));
    return array.toString();
  }

  /**
   * Reads a JSON array of messages in either format, see {@link Message}.
   *
   * @throws IllegalArgumentException when the text is something else
   */
  public static List<Message> read(String json) {
    try {
      List<Message> messages = new ArrayList<>();
      for (JsonNode message : ToolCallForm.MAPPER.readTree(json)) {
        messages.add(MessageForm.read(message));
      }
      return List.copyOf(messages);
    } catch (JsonProcessingException misfit) {
      throw new IllegalArgumentException(
          "Expected a JSON array of messages: " + misfit.getOriginalMessage(), misfit);
    }
  }

  /**
   * Returns a chat in which each call has exactly one result, right after the message that made it:
   * calls without one get one that says so, results of no call are left out.
   */
  public static List<Message> paired(List<Message> chat) {
    return ChatRepair.repaired(chat);
  }

  /** Returns the same of a chat whose open calls have not been made, and will not be. */
  public static List<Message> closed(List<Message> chat) {
    return ChatRepair.closed(chat);
  }

  /** Returns the last message of a chat, where it is an assistant's and calls tools. */
  public static Optional<Message.Assistant> lastCaller(State state, ListChannel<Message> channel) {
    List<Message> messages = state.find(channel).orElse(List.of());
    return !messages.isEmpty()
            && messages.get(messages.size() - 1) instanceof Message.Assistant last
            && !last.toolCalls().isEmpty()
        ? Optional.of(last)
        : Optional.empty();
  }

  /**
   * Returns what an assistant has said last since the last message of a user, beside calls; empty
   * where it has said nothing. Hooks may have said something since, in a user's place.
   */
  public static Optional<String> lastWords(List<Message> chat) {
    for (int i = chat.size() - 1; i >= 0 && !isOfUser(chat.get(i)); i--) {
      if (chat.get(i) instanceof Message.Assistant answer && answer.toolCalls().isEmpty()) {
        return Optional.of(answer.text());
      }
    }
    return Optional.empty();
  }

  /** Returns whether a model's answer has been cut off at the most tokens that it may have. */
  public static boolean isCut(Message message) {
    return Message.CUT.equals(message.metadata().get(Message.FINISH_REASON));
  }

  /** Returns whether a user has said it: what is written in a user's place is marked so. */
  public static boolean isOfUser(Message message) {
    return message instanceof Message.User && !message.metadata().containsKey(Message.SOURCE);
  }
}
