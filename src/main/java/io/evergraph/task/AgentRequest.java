package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.ThreadId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants of an agent.
 *
 * @param agent the name of a registered graph
 * @param user for whom it is done, 1 to 200 characters: limits count by user
 * @param input the channels that the run begins with, as plain values
 * @param context what is passed to the nodes, as plain values
 * @param priority who is admitted first when there is no room
 * @param thread the thread to go on with; null for one of its own
 */
public record AgentRequest(
    String agent,
    String user,
    Map<String, Object> input,
    Map<String, Object> context,
    Priority priority,
    @Nullable ThreadId thread) {
  private static final int LONGEST_USER = 200;

  /**
   * Checks the user.
   *
   * @throws InvalidInputException when there is none
   */
  public AgentRequest {
    if (user.isBlank() || user.length() > LONGEST_USER) {
      throw new InvalidInputException(
          "the user of a request",
          "1 to " + LONGEST_USER + " characters",
          user.isBlank() ? "'" + user + "'" : user.length() + " characters");
    }
    input = Collections.unmodifiableMap(new LinkedHashMap<>(input));
    context = Collections.unmodifiableMap(new LinkedHashMap<>(context));
  }

  /** Returns a request to an agent on behalf of a user, without input. */
  public static AgentRequest to(String agent, String user) {
    return new AgentRequest(agent, user, Map.of(), Map.of(), Priority.NORMAL, null);
  }

  /** Returns this request with another input. */
  public AgentRequest input(Map<String, Object> values) {
    return new AgentRequest(agent, user, values, context, priority, thread);
  }

  /** Returns this request with one more channel in its input. */
  public AgentRequest input(String channel, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(input);
    more.put(channel, value);
    return input(more);
  }

  /** Returns this request with another context. */
  public AgentRequest context(Map<String, Object> values) {
    return new AgentRequest(agent, user, input, values, priority, thread);
  }

  /** Returns this request with another priority. */
  public AgentRequest priority(Priority other) {
    return new AgentRequest(agent, user, input, context, other, thread);
  }

  /** Returns this request to go on with a thread. */
  public AgentRequest thread(ThreadId other) {
    return new AgentRequest(agent, user, input, context, priority, other);
  }
}
