package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.state.TaskWrites;
import io.evergraph.temporal.payload.Referable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the history of a thread, newest first.
 *
 * @param before the number to ask on before; 0 when this was the last page
 * @param elsewhere where the checkpoints before these are; null where there are none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HistoryPage(List<Entry> entries, long before, @Nullable Elsewhere elsewhere)
    implements Referable.Reply {
  /** A checkpoint without its state. */
  public record Entry(ThreadView thread, List<TaskWrites> writes) {}

  /**
   * Where further checkpoints are kept.
   *
   * @param oldest the number of the oldest one that counts
   */
  public record Elsewhere(String execution, long before, long oldest) {}
}
