package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.CompactJson;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import java.util.List;

/** What callers write to a thread, checked before it goes out, in the forms that messages carry. */
public record UpdateEncoder(StateCodec codec) {
  public Steering checked(Steering steering, Graph graph) {
    return check(graph).steering(steering);
  }

  public JsonNode writes(StateUpdate update, Graph graph) {
    return new CompactJson(codec).write(check(graph).writes(update));
  }

  public JsonNode input(StateUpdate input, Graph graph) {
    return new CompactJson(codec).write(check(graph).input(input).writes());
  }

  private ValueCheck check(Graph graph) {
    return new ValueCheck(codec, graph, "the input");
  }

  public List<UpdateStateMessage.Part> parts(List<NodeEdit> edits, Graph graph) {
    return edits.stream()
        .map(edit -> new UpdateStateMessage.Part(writes(edit.update(), graph), edit.asNode()))
        .toList();
  }
}
