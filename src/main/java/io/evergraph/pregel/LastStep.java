package io.evergraph.pregel;

import io.evergraph.graph.Route;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The superstep that a frame committed last, as far as it takes to find out anew where it leads.
 *
 * @param routes the tasks that ended, with only their routes left to be found, and where gotos led
 * @param backlog what the frame remembered before they ended
 * @param asking the ids of the tasks that find the routes out at present, beside the superstep in
 *     progress; empty while none does
 */
public record LastStep(Plan routes, PendingJoins backlog, List<String> asking) {
  public LastStep {
    backlog = Objects.requireNonNullElse(backlog, PendingJoins.EMPTY);
    asking = asking == null ? List.of() : List.copyOf(asking);
  }

  /**
   * Returns that of a frame whose superstep ends; null where no state can change its routes, and in
   * eager graphs: there an edit in the name of a node finds its routes out.
   */
  static @Nullable LastStep of(Frame frame, GraphIndex graph) {
    return graph.hasChoices()
            && !graph.isEager()
            && frame.plan().tasks().stream().anyMatch(planned -> hasChoice(planned, graph))
        ? new LastStep(
            ended(frame.plan(), graph),
            graph.races().isEmpty()
                ? frame.backlog()
                : new Successors(graph, frame.state()).repeating(frame),
            List.of())
        : null;
  }

  private static boolean hasChoice(PlannedTask planned, GraphIndex graph) {
    return !planned.isDropped()
        && planned.completed().routing().rule() == Routing.Rule.BESIDE_EDGES
        && graph.hasChoices(planned.task().source());
  }

  /**
   * Of what has ended only where it leads may be asked again, and of each node once; where a goto
   * led stays.
   */
  private static Plan ended(Plan plan, GraphIndex graph) {
    Set<String> asked = new HashSet<>();
    return Plan.of(
        plan.tasks().stream()
            .filter(planned -> !planned.isDropped())
            .flatMap(planned -> ended(planned, graph, asked))
            .toList());
  }

  /** No router was asked where a command from inside a subgraph led beside its edges. */
  private static Stream<PlannedTask> ended(
      PlannedTask planned, GraphIndex graph, Set<String> asked) {
    Task task = planned.task().ended();
    Routing routing = planned.completed().routing();
    boolean wasLeft =
        routing.gotos() > 0 && !planned.task().isHandling() && graph.child(task.node()).isPresent();
    if (wasLeft || routing.rule() == Routing.Rule.INSTEAD_OF_EDGES) {
      return Stream.of(leading(task, routing));
    }
    Stream<PlannedTask> gone =
        Stream.of(routing)
            .filter(it -> it.gotos() > 0)
            .map(it -> leading(task.apart(task.checkpoint(), task.step()), it.gone()));
    return asked.add(task.node())
        ? Stream.concat(gone, Stream.of(leading(task, Routing.ALONG_EDGES)))
        : gone;
  }

  private static PlannedTask leading(Task task, Routing routing) {
    return PlannedTask.settled(task, List.of(), routing);
  }

  /**
   * Returns this step as one behind which somebody outside the graph went to where no edge leads:
   * that stays, too. It goes by the name of a node of the step, as a plan knows no other names.
   *
   * @param checkpoint the checkpoint that came of it, which keeps it apart from others
   */
  LastStep goingTo(List<Route> targets, long checkpoint) {
    Task ended = routes.tasks().get(0).task();
    PlannedTask gone = leading(ended.apart(checkpoint, ended.step()), Routing.instead(targets));
    return new LastStep(routes.followedBy(Plan.of(List.of(gone))), backlog, asking);
  }

  LastStep asking(Stream<PlannedTask> tasks) {
    return new LastStep(routes, backlog, tasks.map(planned -> planned.task().id()).toList());
  }
}
