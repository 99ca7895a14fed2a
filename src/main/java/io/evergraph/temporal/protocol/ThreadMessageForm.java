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
public record ThreadMessageForm(StateCodec codec) implements ThreadMessage.Cases<ObjectNode> {
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
  private static final Map<String, Class<? extends ThreadMessage>> PLAIN =
      Map.of(
          SUBMIT, SubmitMessage.class,
          PROCEED, ProceedMessage.class,
          EDIT, UpdateStateMessage.class,
          TAKE_UP, ForkMessage.class,
          GO_BACK, RollbackMessage.class,
          MOVE_TO, MigrateMessage.class,
          COPY_OF, CopyMessage.class,
          CANCEL, CancelMessage.class,
          PAUSE, PauseMessage.class);

  public ObjectNode write(ThreadMessage message) {
    return message.match(this);
  }

  public ThreadMessage read(JsonNode tree) {
    String kind = tree.fieldNames().next();
    JsonNode body = tree.get(kind);
    Class<? extends ThreadMessage> plain = PLAIN.get(kind);
    return plain == null
        ? ResumeMessage.read(
            body,
            kind.equals(RESUME) ? ResumeMessage.Door.SIGNAL : ResumeMessage.Door.UPDATE,
            codec)
        : Optional.<ThreadMessage>ofNullable(codec.fromJson(body, plain, "a message"))
            .orElseThrow();
  }

  private ObjectNode plain(String kind, ThreadMessage message) {
    return form(kind, codec.toJson(message));
  }

  private static ObjectNode form(String kind, JsonNode body) {
    return JsonNodeFactory.instance.objectNode().set(kind, body);
  }

  @Override
  public ObjectNode submit(SubmitMessage it) {
    return plain(SUBMIT, it);
  }

  @Override
  public ObjectNode resume(ResumeMessage it) {
    return form(it.door() == ResumeMessage.Door.SIGNAL ? RESUME : ANSWER, it.write(codec));
  }

  @Override
  public ObjectNode proceed(ProceedMessage it) {
    return plain(PROCEED, it);
  }

  @Override
  public ObjectNode edit(UpdateStateMessage it) {
    return plain(EDIT, it);
  }

  @Override
  public ObjectNode takeUp(ForkMessage it) {
    return plain(TAKE_UP, it);
  }

  @Override
  public ObjectNode goBack(RollbackMessage it) {
    return plain(GO_BACK, it);
  }

  @Override
  public ObjectNode moveTo(MigrateMessage it) {
    return plain(MOVE_TO, it);
  }

  @Override
  public ObjectNode copyOf(CopyMessage it) {
    return plain(COPY_OF, it);
  }

  @Override
  public ObjectNode cancel(CancelMessage it) {
    return plain(CANCEL, it);
  }

  @Override
  public ObjectNode pause(PauseMessage it) {
    return plain(PAUSE, it);
  }
}
