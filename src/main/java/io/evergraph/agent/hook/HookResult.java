package io.evergraph.agent.hook;

import io.evergraph.llm.message.Message;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a part of a hook wants: writes, messages for the chat, and where to go on. Immutable.
 *
 * @param update what is written to the state; the chat too may be written
 * @param said messages that follow the chat; they carry the hook's name as {@link Message#SOURCE}
 * @param jump where to go instead of on; empty goes on
 */
public record HookResult(StateUpdate update, List<Message> said, Optional<Jump> jump) {
  private static final HookResult GO_ON =
      new HookResult(StateUpdate.empty(), List.of(), Optional.empty());

  /** Where to go instead of on. */
  public enum Jump {
    /** To the model: from a before part at once, from an after part to be asked again. */
    MODEL,
    /** To the calls of the last message: those that are open are approved and made. */
    TOOLS,
    /** To the end of the turn: calls that are open get a result that says so. */
    END
  }

  public HookResult {
    Objects.requireNonNull(update, "update");
    said = List.copyOf(said);
    Objects.requireNonNull(jump, "jump");
  }

  /** Returns the result that changes nothing. */
  public static HookResult goOn() {
    return GO_ON;
  }

  /** Returns a result that writes. */
  public static HookResult write(StateUpdate update) {
    return new HookResult(update, List.of(), Optional.empty());
  }

  /**
   * Returns a result that tells the model something, in a user's place; it begins no turn. Beside
   * calls that are made, it stands before the message that makes them.
   */
  public static HookResult tell(String text) {
    return new HookResult(StateUpdate.empty(), List.of(Message.user(text)), Optional.empty());
  }

  /** Returns a result that ends the turn with a message in the model's place. */
  public static HookResult end(String text) {
    return new HookResult(
        StateUpdate.empty(), List.of(Message.assistant(text)), Optional.of(Jump.END));
  }

  /** Returns this result with writes after its own. */
  public HookResult and(StateUpdate more) {
    return new HookResult(update.and(more), said, jump);
  }

  /** Returns this result going elsewhere. */
  public HookResult jumpTo(Jump target) {
    return new HookResult(update, said, Optional.of(target));
  }
}
