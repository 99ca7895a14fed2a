package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.runtime.codec.StateCodec;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON form of messages that wait in an inbox: the name of their kind over what the wire
 * carried.
 *
 * @param codec the codec
 */
public record MessageForm(StateCodec codec) implements Message.Cases<ObjectNode> {
  private static final String SUBMIT = "submit";
  private static final String ANSWER = "answer";
  private static final String RESUME = "resume";
  private static final String PROCEED = "proceed";
  private static final String EDIT = "updateState";
  private static final String TAKE_UP = "fork";
  private static final String GO_BACK = "rollback";
  private static final String COPY_OF = "copy";
  private static final String MOVE_TO = "migrate";
  private static final String CANCEL = "cancel";
  private static final String PAUSE = "pause";
  private static final Map<String, Class<? extends Message>> PLAIN =
      Map.of(
          SUBMIT, Submit.class,
          PROCEED, Proceed.class,
          EDIT, Edit.class,
          TAKE_UP, TakeUp.class,
          GO_BACK, GoBack.class,
          MOVE_TO, MoveTo.class,
          COPY_OF, CopyOf.class,
          CANCEL, Cancel.class,
          PAUSE, Pause.class);

  public ObjectNode write(Message message) {
    return message.match(this);
  }

  public Message read(JsonNode tree) {
    String kind = tree.fieldNames().next();
    JsonNode body = tree.get(kind);
    Class<? extends Message> plain = PLAIN.get(kind);
    return plain == null
        ? Resume.read(body, kind.equals(RESUME) ? Resume.Door.SIGNAL : Resume.Door.UPDATE, codec)
        : Optional.<Message>ofNullable(codec.fromJson(body, plain, "a message")).orElseThrow();
  }

  private ObjectNode plain(String kind, Message message) {
    return form(kind, codec.toJson(message));
  }

  private static ObjectNode form(String kind, JsonNode body) {
    return JsonNodeFactory.instance.objectNode().set(kind, body);
  }

  @Override
  public ObjectNode submit(Submit it) {
    return plain(SUBMIT, it);
  }

  @Override
  public ObjectNode resume(Resume it) {
    return form(it.door() == Resume.Door.SIGNAL ? RESUME : ANSWER, it.write(codec));
  }

  @Override
  public ObjectNode proceed(Proceed it) {
    return plain(PROCEED, it);
  }

  @Override
  public ObjectNode edit(Edit it) {
    return plain(EDIT, it);
  }

  @Override
  public ObjectNode takeUp(TakeUp it) {
    return plain(TAKE_UP, it);
  }

  @Override
  public ObjectNode goBack(GoBack it) {
    return plain(GO_BACK, it);
  }

  @Override
  public ObjectNode moveTo(MoveTo it) {
    return plain(MOVE_TO, it);
  }

  @Override
  public ObjectNode copyOf(CopyOf it) {
    return plain(COPY_OF, it);
  }

  @Override
  public ObjectNode cancel(Cancel it) {
    return plain(CANCEL, it);
  }

  @Override
  public ObjectNode pause(Pause it) {
    return plain(PAUSE, it);
  }
}
