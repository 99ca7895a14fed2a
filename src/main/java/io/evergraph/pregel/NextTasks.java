package io.evergraph.pregel;

import io.evergraph.graph.Send;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What follows a superstep.
 *
 * @param nodes the nodes that run next, each once, in the order of their names
 * @param sends the sends that run next, in order
 * @param backlog what is remembered
 */
record NextTasks(Collection<String> nodes, List<Send> sends, PendingJoins backlog) {
  static final NextTasks NONE = new NextTasks(List.of(), List.of(), PendingJoins.EMPTY);

  Plan plan(String thread, Frame frame, long checkpoint, int step) {
    if (nodes.isEmpty() && sends.isEmpty()) {
      return Plan.empty();
    }
    List<PlannedTask> planned = new ArrayList<>(nodes.size() + sends.size());
    for (String name : nodes) {
      planned.add(
          PlannedTask.ready(
              Task.planned(thread, frame, name, 0, new Trigger.Edges(), checkpoint, step)));
    }
    for (int position = 0; position < sends.size(); position++) {
      Send send = sends.get(position);
      Trigger trigger = new Trigger.Sent(send.input(), send.timeout());
      planned.add(
          PlannedTask.ready(
              Task.planned(thread, frame, send.target(), position + 1, trigger, checkpoint, step)));
    }
    return Plan.of(planned);
  }
}
