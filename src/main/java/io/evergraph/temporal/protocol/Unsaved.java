package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.thread.SavedForm;
import org.jspecify.annotations.Nullable;

/**
 * What came to a thread since it was saved last.
 *
 * @param earlier the execution that has what comes first; null where it is this one
 * @param thread how the thread stands here; null where something comes first
 * @param part null where the thread has no graph yet
 * @param event the number of the last event with this
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Unsaved(
    @Nullable PreviousExecution earlier,
    @Nullable SavedThread thread,
    @Nullable SavedPart part,
    long event) {
  /** Refers to an earlier execution, which has what comes first. */
  public static Unsaved in(PreviousExecution execution) {
    return new Unsaved(execution, null, null, 0);
  }

  /**
   * Asks for it.
   *
   * @param since up to where the thread is saved
   * @param anyway whether what an earlier execution has is left out
   */
  public record Request(SavedForm.Position since, boolean anyway) {}
}
