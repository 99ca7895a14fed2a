package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.error.GraphException;
import io.evergraph.runtime.MigrationPlan;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What moving a thread to another version would come to, or why nobody can say. Servers pass on no
 * more than the message of a query that fails.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MigrationReply(@Nullable MigrationPlan plan, @Nullable GraphException refusal) {

  public static MigrationReply of(MigrationPlan plan) {
    return new MigrationReply(plan, null);
  }

  public static MigrationReply of(GraphException refusal) {
    return new MigrationReply(null, refusal);
  }

  public MigrationPlan orThrow() {
    if (refusal != null) {
      throw refusal;
    }
    return Objects.requireNonNull(plan, "plan");
  }
}
