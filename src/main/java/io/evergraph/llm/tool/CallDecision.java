package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to become of a call of a tool.
 *
 * @param kind who decided, and how
 * @param call the call to make, as the model or a reviewer wrote it
 * @param text what the model is told instead of a result; empty where the call is made
 */
public record CallDecision(Kind kind, ToolCall call, String text) {
  public CallDecision {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(text, "text");
  }

  /** Returns the decision to make a call that nobody has to approve. */
  static CallDecision make(ToolCall call) {
    return new CallDecision(Kind.MAKE, call, "");
  }

  /** Returns the decision to ask a person when the task of the call runs. */
  static CallDecision ask(ToolCall call) {
    return new CallDecision(Kind.ASK, call, "");
  }

  /** Returns the decision to tell the model why the call cannot be made. */
  static CallDecision refuse(ToolCall call, String reason) {
    return new CallDecision(Kind.REFUSE, call, reason);
  }

  /** Returns whether the tool runs. */
  boolean isMade() {
    return kind == Kind.MAKE || kind == Kind.APPROVE || kind == Kind.EDIT;
  }

  /** Who decided, and how. */
  public enum Kind {
    /** The agent makes the call; nobody has to approve it. */
    MAKE,
    /** The agent tells the model why the call cannot be made: unknown tool, bad arguments. */
    REFUSE,
    /** A person has to decide. */
    ASK,
    /** A person lets the call be made as the model wrote it. */
    APPROVE,
    /** A person lets the call be made with other arguments, or another tool instead. */
    EDIT,
    /** A person does not let the call be made; the model is told why. */
    REJECT,
    /** A person gives the result; the tool does not run. */
    RESPOND;

    /** Returns the word of the kind on the wire. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of a word, if a person can decide so. */
    static Optional<Kind> decided(String word) {
      return Approval.EVERY_DECISION.stream().filter(kind -> kind.word().equals(word)).findFirst();
    }
  }
}
