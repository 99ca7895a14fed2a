package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Saves threads in the checkpoint store; no node may have this name. */
@ActivityInterface
public interface SaveActivity {
  String NAME = "__save__";

  /** Saves a thread; returns the number of the last event that is saved. */
  @ActivityMethod(name = NAME)
  long save(Order order);

  /**
   * The order to save what came to a thread since it was saved last.
   *
   * @param thread null where the thread itself gives it
   * @param execution the Temporal run id of the execution up to whose end it is saved; null where
   *     that gives it
   * @param created when the thread began: another one may have had its id before
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Order(@Nullable String thread, @Nullable String execution, Instant created) {
    public static Order ofOwn(Instant created) {
      return new Order(null, null, created);
    }

    /** Returns the same for an execution, unless it names another one. */
    public Order in(String workflow, String run) {
      return thread == null ? new Order(workflow, run, created) : this;
    }
  }
}
