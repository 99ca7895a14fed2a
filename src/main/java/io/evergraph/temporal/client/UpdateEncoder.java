package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.NodeEdit;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.evergraph.temporal.protocol.CompactJson;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import java.util.ArrayList;
import java.util.List;

/** What callers write to a thread, checked before it goes out, in the forms that messages carry. */
public record UpdateEncoder(StateCodec codec) {
  public StateUpdate checked(StateUpdate update, Graph graph) {
    List<Write> writes = new ArrayList<>();
    update.writes().forEach(write -> writes.add(codec.checked(write, graph.schema(), "the input")));
    return new StateUpdate(writes);
  }

  public JsonNode writes(StateUpdate update, Graph graph) {
    return new CompactJson(codec).write(checked(update, graph).writes());
  }

  public List<UpdateStateMessage.Part> parts(List<NodeEdit> edits, Graph graph) {
    return edits.stream()
        .map(edit -> new UpdateStateMessage.Part(writes(edit.update(), graph), edit.asNode()))
        .toList();
  }
}
