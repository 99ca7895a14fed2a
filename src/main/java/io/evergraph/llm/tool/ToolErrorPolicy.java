package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Decides what becomes of a tool call that threw, or whose {@link ToolSource} could not be asked
 * for its tools: the model is told and goes on, or the node has failed and its retry policy
 * decides. A {@link ToolCallException} is always told to the model, an interrupt or a cancellation
 * of the node never.
 *
 * <p>Where a call has a task of its own, it is also asked when the last attempt has timed out, with
 * a {@link io.evergraph.error.NodeTimeoutException}. No hook changes what the model is told then,
 * nor where a source cannot be asked before a person is shown the call.
 */
@FunctionalInterface
public interface ToolErrorPolicy {
  /** Lets the node fail: the default. */
  ToolErrorPolicy FAIL = (call, failure) -> Optional.empty();

  /** Tells the model the class and the message of whatever was thrown. */
  ToolErrorPolicy TELL_MODEL = tell(Exception.class);

  /**
   * Returns what the model is told; empty where the node fails.
   *
   * @param call the call that did not work
   * @param failure what it threw, or which limit of its node it has reached
   */
  Optional<String> told(ToolCall call, Exception failure);

  /** Returns the policy that tells the model about errors of some types, and fails on others. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  static ToolErrorPolicy tell(Class<? extends Exception>... types) {
    return (call, failure) ->
        Arrays.stream(types).anyMatch(type -> type.isInstance(failure))
            ? Optional.of(textOf(failure))
            : Optional.empty();
  }

  private static String textOf(Exception failure) {
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }

  /** Returns the same of a failure that was recorded with the name of its class. */
  static String textOf(String type, String message) {
    String name = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    return message.isEmpty() ? name : name + ": " + message;
  }
}
