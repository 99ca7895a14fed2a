package io.evergraph.demo.airline;

import static java.util.Objects.requireNonNull;

/**
 * A tool call as the recorded model made it.
 *
 * @param id the id the model gave the call; not unique, some conversations use one id for several
 *     calls
 * @param tool the name of the tool
 * @param arguments the arguments as the model wrote them: JSON text, compared byte by byte and
 *     never re-formatted
 */
public record RecordedCall(String id, String tool, String arguments) {

  /** Keeps the parts as they are. */
  public RecordedCall {
    requireNonNull(id, "id");
    requireNonNull(tool, "tool");
    requireNonNull(arguments, "arguments");
  }
}
