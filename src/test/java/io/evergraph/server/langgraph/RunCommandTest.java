package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.server.Fields;
import io.evergraph.state.StateUpdate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunCommandTest {
  private final Map<String, @Nullable Object> values = new HashMap<>();

  @Test
  void shouldKeepNullsInTheValuesForAFailedTask() {
    values.put("approver", null);

    RunCommand edit = RunCommand.read(Fields.ofBody(Map.of("edit", true, "values", values)));
    RunCommand skip = RunCommand.read(Fields.ofBody(Map.of("skip", true, "update", values)));

    assertThat(edit.answers()).containsExactly(new Answer.Edit(null, StateUpdate.of(values)));
    assertThat(skip.answers()).containsExactly(new Answer.Skip(null, StateUpdate.of(values)));
  }
}
