package io.evergraph.server.langgraph;

import io.evergraph.runtime.StreamPart;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kind and content of what is shown to those who look for faults: tasks and checkpoints.
 *
 * @param data makes the content
 */
record DebugContent(FrameData data)
    implements StreamPart.TracedCases<Map<String, @Nullable Object>> {

  private static Map<String, @Nullable Object> of(
      String type, Map<String, @Nullable Object> payload) {
    Map<String, @Nullable Object> content = new LinkedHashMap<>();
    content.put("type", type);
    content.put("payload", payload);
    return content;
  }

  @Override
  public Map<String, @Nullable Object> taskStarted(StreamPart.TaskStarted it) {
    return of("task", data.started(it));
  }

  @Override
  public Map<String, @Nullable Object> taskEnded(StreamPart.TaskEnded it) {
    return of("task_result", data.ended(it));
  }

  @Override
  public Map<String, @Nullable Object> checkpointMade(StreamPart.CheckpointMade it) {
    return of("checkpoint", data.checkpoint(it));
  }
}
