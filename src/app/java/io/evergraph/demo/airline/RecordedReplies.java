package io.evergraph.demo.airline;

import com.fasterxml.jackson.databind.node.TextNode;
import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import io.evergraph.demo.airline.RecordedMessage.User;
import java.util.List;
import java.util.Optional;

/**
 * Plays the model and the tools of one conversation: given everything said so far, it says what was
 * said next.
 *
 * <p>It remembers nothing: the same question gets the same answer, however often it is asked, so a
 * retried call is safe.
 */
record RecordedReplies(Conversation conversation) {

  /**
   * What the model says after the last recorded message, where the recording stopped before it
   * answered.
   */
  static final Assistant CLOSING = new Assistant("", List.of());

  Assistant answer(List<RecordedMessage> said) {
    Optional<Difference> difference = Difference.between(recorded(), said);
    if (difference.isPresent()) {
      throw mismatch("messages[" + difference.get().position() + "]", difference.get());
    }
    int position = said.size();
    if (position > recorded().size()
        || (position == recorded().size() && !conversation.endsOpen())) {
      throw over(position);
    }
    if (position == recorded().size()) {
      return CLOSING;
    }
    if (recorded().get(position) instanceof Assistant answer) {
      return answer;
    }
    throw notTheModelsTurn(position);
  }

  String result(int position, String tool, String arguments) {
    RecordedCall call = callAnsweredAt(position);
    Difference.at(position, "tool", call.tool(), tool)
        .or(() -> Difference.at(position, "arguments", call.arguments(), arguments))
        .ifPresent(
            difference -> {
              throw mismatch("", difference);
            });
    return recorded().get(position).content();
  }

  private RecordedCall callAnsweredAt(int position) {
    if (position < 0
        || position >= recorded().size()
        || !(recorded().get(position) instanceof Tool)) {
      throw noResult(position);
    }
    int before = position - 1;
    while (before >= 0 && recorded().get(before) instanceof Tool) {
      before--;
    }
    int index = position - before - 1;
    if (before >= 0
        && recorded().get(before) instanceof Assistant caller
        && index < caller.calls().size()) {
      return caller.calls().get(index);
    }
    throw noResult(position);
  }

  private List<RecordedMessage> recorded() {
    return conversation.messages();
  }

  private ReplayRefusedException mismatch(String parent, Difference difference) {
    String field = parent.isEmpty() ? difference.field() : parent + "." + difference.field();
    String problem = "differs from the recording at " + difference.describe() + ".";
    return refused("recording_mismatch", field, problem, difference.position());
  }

  private ReplayRefusedException notTheModelsTurn(int position) {
    String problem = "has no answer of the model at position %d.".formatted(position);
    return refused("not_the_models_turn", "messages", problem, position);
  }

  private ReplayRefusedException noResult(int position) {
    String problem =
        "has no result of a recorded call at position %d (the number of messages before it, system messages left out)."
            .formatted(position);
    return refused("no_recorded_result", "position", problem, position);
  }

  private ReplayRefusedException over(int position) {
    String problem =
        "is over: %d messages were recorded, and the model is asked to go on after %d."
            .formatted(recorded().size(), position);
    return refused("recording_over", "messages", problem, position);
  }

  private ReplayRefusedException refused(String code, String field, String problem, int position) {
    String message =
        "Conversation %s %s Only the recording can be replayed: %s."
            .formatted(conversation.id(), problem, recordedAt(position));
    return new ReplayRefusedException(400, code, field, message);
  }

  private String recordedAt(int position) {
    if (position < 0 || position >= recorded().size()) {
      return "it has %d messages, start a new conversation".formatted(recorded().size());
    }
    RecordedMessage recorded = recorded().get(position);
    String message = "message %d is from role %s".formatted(position, recorded.role());
    return recorded instanceof User
        ? message + " and says " + TextNode.valueOf(recorded.content())
        : message;
  }
}
