package io.evergraph.runtime.thread;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.Divergence;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays the steps of one recorded thread by the engine of another version of its graph, and finds
 * the first that would go otherwise. Each is played from where the thread is recorded to have
 * stood. No node and no router runs: their results are those that are recorded.
 */
public final class ReplayCheck implements Consumer<ThreadStep> {
  private static final List<String> NOISE =
      List.of("number", "at", "report", "expiresAt", "askedAt");

  private static final String NOTHING = "nothing more";
  private static final int LONGEST = 400;

  private final Pregel to;
  private final StateCodec codec;
  private int steps;
  private @Nullable Pregel from;
  private @Nullable Checkpoint end;
  private @Nullable Divergence divergence;

  /**
   * Makes a check.
   *
   * @param to the version that the thread is to be played on
   * @param codec reads the recorded values as the types of its channels
   */
  public ReplayCheck(Graph to, StateCodec codec) {
    this.to = Pregel.of(to);
    this.codec = codec;
  }

  /** Plays a step; after the first that goes otherwise, the rest says nothing any more. */
  @Override
  public void accept(ThreadStep step) {
    stands(step.engine(), step.after());
    steps++;
    if (divergence == null && isOfTheGraph(step.engine())) {
      divergence = compared(step).orElse(null);
    }
  }

  /** Plays the steps that are kept of a thread, as far as its checkpoints tell them. */
  public void accept(ThreadProgress kept) {
    new SavedSteps(kept).all().forEach(this);
    stands(kept.pregel(), kept.at());
  }

  private void stands(Pregel engine, Checkpoint at) {
    from = engine;
    end = at;
  }

  private boolean isOfTheGraph(Pregel engine) {
    return engine.spec().name().equals(to.spec().name());
  }

  /**
   * Returns what was found.
   *
   * @param isOpen whether the thread may still move to the version
   * @throws GraphMismatchException when the steps are those of another graph
   */
  public ReplayReport report(ThreadId thread, boolean isOpen) {
    Pregel engine = from;
    Checkpoint at = end;
    if (engine == null || at == null) {
      return new ReplayReport(thread, "", steps, divergence, List.of());
    }
    GraphSpec own = engine.spec();
    if (!isOfTheGraph(engine)) {
      throw new GraphMismatchException(thread.value(), own.name(), to.spec().name());
    }
    List<String> misfits = isOpen ? MigrationCheck.plan(own, to.spec(), at).misfits() : List.of();
    return new ReplayReport(thread, own.version(), steps, divergence, misfits);
  }

  /** A thread that stands in a subgraph which is gone has no place in the other engine. */
  private Optional<Divergence> compared(ThreadStep recorded) {
    ThreadStep played;
    try {
      played = recorded.with(readable(recorded)).by(to);
    } catch (RuntimeException misfit) {
      return Optional.of(
          divergence(recorded, first(events(recorded)), "'" + misfit.getMessage() + "'"));
    }
    return difference(recorded, played).or(() -> stateDifference(recorded, played));
  }

  private List<TaskResult> readable(ThreadStep step) {
    return step.results().stream()
        .map(result -> result.match(done -> readable(step, done), asked -> asked, failed -> failed))
        .toList();
  }

  /** Reads what was written as the types of the channels that it would go to. */
  private TaskResult readable(ThreadStep step, TaskResult.Completed done) {
    Optional<Frame> frame =
        step.before().frames().values().stream()
            .filter(any -> any.plan().find(done.taskId()).isPresent())
            .findFirst();
    if (frame.isEmpty()) {
      return done;
    }
    String node = frame.get().plan().find(done.taskId()).orElseThrow().task().source();
    requireRoutes(step, frame.get(), node, done);
    List<Write> writes =
        done.writes().stream().map(write -> write.withValue(tree(write.value()))).toList();
    return new TaskResult.Completed(
        done.taskId(),
        codec.bind(writes, to.schema(frame.get()), node),
        done.routing(),
        done.report(),
        done.upward());
  }

  /** The engine goes wherever it is told to: nodes are held to what is declared when they run. */
  private void requireRoutes(ThreadStep step, Frame frame, String node, TaskResult.Completed done) {
    List<String> path = Namespaces.nodes(frame.namespace());
    GraphSpec was = step.engine().spec().inside(path).orElseThrow();
    to.spec()
        .inside(path)
        .map(DeclaredRoutes::new)
        .ifPresent(is -> is.require(node, done.routing().routes(), new DeclaredRoutes(was)));
  }

  private Optional<Divergence> difference(ThreadStep recorded, ThreadStep played) {
    List<JsonNode> expected = events(recorded);
    List<JsonNode> found = events(played);
    for (int index = 0; index < Math.max(expected.size(), found.size()); index++) {
      JsonNode was = index < expected.size() ? expected.get(index) : null;
      JsonNode is = index < found.size() ? found.get(index) : null;
      if (!Objects.equals(was, is)) {
        return Optional.of(divergence(recorded, text(was), text(is) + unknown(recorded, is)));
      }
    }
    return Optional.empty();
  }

  private Optional<Divergence> stateDifference(ThreadStep recorded, ThreadStep played) {
    List<Commit> expected = recorded.after().commits();
    List<Commit> found = played.after().commits();
    for (int index = 0; index < expected.size(); index++) {
      Commit was = expected.get(index);
      JsonNode values = tree(was.state());
      JsonNode others = tree(found.get(index).state());
      for (String channel : was.state().values().keySet()) {
        JsonNode value = values.path(channel);
        JsonNode other = others.path(channel);
        if (!value.equals(other)) {
          String place = "channel '" + channel + "' of checkpoint " + was.number() + " as ";
          return Optional.of(divergence(recorded, place + shortened(value), shortened(other)));
        }
      }
    }
    return Optional.empty();
  }

  private List<JsonNode> events(ThreadStep step) {
    return step.events().stream().map(this::comparable).toList();
  }

  private JsonNode comparable(RunEvent event) {
    JsonNode tree = tree(event);
    NOISE.forEach(name -> tree.findParents(name).forEach(it -> ((ObjectNode) it).remove(name)));
    return tree;
  }

  /** Through text, so that typed values and those that were read become the same tree. */
  private JsonNode tree(@Nullable Object value) {
    try {
      return codec.mapper().readTree(codec.toJson(value).toString());
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String first(List<JsonNode> events) {
    return text(events.isEmpty() ? null : events.get(0));
  }

  /** Ids of tasks tell nobody anything that nodes and steps do not. */
  private static String text(@Nullable JsonNode event) {
    if (event == null) {
      return NOTHING;
    }
    ObjectNode rest = event.deepCopy();
    rest.findParents("taskId").forEach(it -> ((ObjectNode) it).remove("taskId"));
    String type = rest.remove("type").asText();
    return type + " " + shortened(rest);
  }

  private static String shortened(JsonNode tree) {
    String text = tree.toString();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  /** Returns which of the nodes that follow have no recorded results, because they are new. */
  private static String unknown(ThreadStep recorded, @Nullable JsonNode event) {
    if (event == null) {
      return "";
    }
    List<String> known = recorded.engine().spec().nodeNames();
    List<String> fresh = new ArrayList<>();
    event.path("next").forEach(node -> fresh.add(node.asText()));
    event.path("tasks").forEach(task -> fresh.add(task.path("node").asText()));
    fresh.removeIf(node -> known.contains(node) || node.equals(Graph.START));
    boolean isInside = !event.path("namespace").asText().isEmpty();
    return fresh.isEmpty() || isInside
        ? ""
        : ", and no result is recorded of the new node " + String.join(", ", fresh);
  }

  private static Divergence divergence(ThreadStep step, String expected, String found) {
    Checkpoint before = step.before();
    List<String> nodes =
        step.results().stream()
            .map(TaskResult::taskId)
            .flatMap(id -> node(before, id))
            .distinct()
            .toList();
    return new Divergence(
        ThreadId.of(before.thread()),
        before.number(),
        before.root().step(),
        nodes,
        expected,
        found);
  }

  private static Stream<String> node(Checkpoint at, String task) {
    return at.frames().values().stream()
        .flatMap(frame -> frame.plan().find(task).stream())
        .map(PlannedTask::task)
        .map(found -> found.node());
  }
}
