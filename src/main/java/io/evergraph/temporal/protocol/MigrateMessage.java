package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to move a thread to another version of its graph, as JSON: {@code {"version":"2"}}.
 *
 * @param id the id of the migration; null lets the receiver choose
 * @param version the version, which the workers know
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MigrateMessage(@Nullable String id, String version) implements ThreadMessage {
  @Override
  public String id() {
    return Optional.ofNullable(id).orElse("");
  }

  public MigrateMessage completed(String otherId) {
    return new MigrateMessage(Optional.ofNullable(id).orElse(otherId), version);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.moveTo(this);
  }
}
