package io.evergraph.runtime.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Options as JSON: what came later is only written where it says something. */
interface NodeOptionsForm {
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Nullable Duration interval();
}
