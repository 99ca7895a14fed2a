package io.evergraph.runtime.thread;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Caller;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Segment;
import io.evergraph.runtime.codec.CheckpointTypes;
import io.evergraph.runtime.codec.SharedStates;
import io.evergraph.runtime.codec.StateCodec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Turns the progress of one graph's threads into JSON and back, so that it goes on elsewhere as if
 * nothing had happened: where it stands, also in the middle of a superstep, its newest checkpoints
 * whole, and its newest events. What several checkpoints hold is written once.
 */
public final class ProgressCodec {
  private static final String PROGRESS = "progress";
  private static final String PAST = "past";
  private static final String STATES = "states";

  private final StateCodec codec;
  private final Graph graph;

  public ProgressCodec(StateCodec codec, Graph graph) {
    this.codec = codec;
    this.graph = graph;
  }

  private record Form(
      Checkpoint at,
      CheckpointHistory.Kept chronicle,
      List<RunEvent> events,
      long lastEvent,
      Map<String, Long> runs) {}

  /**
   * Returns the JSON form of a progress for another thread that begins where this one stands. What
   * is left out of it, nobody has.
   *
   * @param most how many of the newest checkpoints and events come along
   */
  public JsonNode copied(ThreadProgress progress, String thread, Most most) {
    Form form = form(progress, thread, most, most.equals(Most.NOTHING) ? Most::bare : it -> it);
    return together(
        PROGRESS,
        new Form(uncalled(form.at()), form.chronicle(), form.events(), form.lastEvent(), Map.of()));
  }

  /** What the source works for, the copy does not. */
  private static Checkpoint uncalled(Checkpoint at) {
    Segment own = at.lastSegment().map(it -> it.under(it.settings().calledBy(null))).orElse(null);
    return new Checkpoint(at.thread(), at.number(), own, at.frames(), List.of());
  }

  /** How much of a past comes along. */
  public record Most(int checkpoints, int events) {
    /** Nothing but what is needed to go on. */
    public static final Most NOTHING = new Most(0, 0);

    /** As much as there is. */
    public static final Most ALL = new Most(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** What was written on the way to a checkpoint may be unknown where it is read. */
    private static Commit bare(Commit commit) {
      return new Commit(
          commit.number(),
          commit.parent(),
          commit.namespace(),
          commit.source(),
          commit.step(),
          List.of(),
          commit.state(),
          commit.next(),
          null,
          commit.at(),
          Plan.empty(),
          commit.frames());
    }
  }

  /**
   * Returns the JSON form of a progress.
   *
   * @param checkpoints how many of the newest checkpoints come along whole; those that tasks in
   *     progress read come in any case
   * @param events how many of the newest events come along
   */
  public JsonNode write(ThreadProgress progress, int checkpoints, int events) {
    return together(
        PROGRESS,
        form(progress, progress.at().thread(), new Most(checkpoints, events), commit -> commit));
  }

  private static Form form(
      ThreadProgress progress, String thread, Most most, UnaryOperator<Commit> ofCommits) {
    List<RunEvent> newest = progress.log().newest(most.events());
    return new Form(
        alone(progress.at(), thread),
        progress
            .checkpoints()
            .kept(most.checkpoints(), progress.at())
            .map(ofCommits, at -> alone(at, thread), plan -> plan),
        newest,
        progress.lastEvent(),
        progress.log().runsUpTo(progress.lastEvent() - newest.size()));
  }

  /** What came to a progress since another moment; holds nothing that changes any more. */
  public final class Part {
    private final Form form;
    private final long newest;
    private final long oldest;

    private Part(ThreadProgress progress, Saved last) {
      CheckpointHistory history = progress.checkpoints();
      this.newest = history.newest();
      this.oldest = Math.min(history.oldest(), newest - progress.pregel().spec().retention() + 1);
      this.form =
          new Form(
              alone(progress.at(), progress.at().thread()),
              history.keptSince(last.checkpoint()),
              progress.events(last.event() + 1),
              progress.lastEvent(),
              last.equals(Saved.NOTHING) ? progress.log().runsUpTo(0) : Map.of());
    }

    /** Returns up to where the progress is known with this part. */
    public Saved saved() {
      return new Saved(newest, form.lastEvent());
    }

    /** Returns the oldest checkpoint that the thread still keeps, here or elsewhere. */
    public long oldest() {
      return oldest;
    }

    /** Returns the JSON form, which {@link ProgressCodec#read(Pregel, List)} takes. */
    public JsonNode write() {
      return together(PROGRESS, form);
    }
  }

  /** Up to where a progress is known elsewhere: the newest checkpoint and event. */
  public record Saved(long checkpoint, long event) {
    /** Nothing is known. */
    public static final Saved NOTHING = new Saved(0, 0);
  }

  /** Returns the number of the last event in a part, or before it. */
  static long lastEvent(JsonNode part) {
    return part.path(PROGRESS).path("lastEvent").asLong();
  }

  /** Returns whether a tree has the form of a part. */
  static boolean isPart(JsonNode tree) {
    return tree.path(PROGRESS).path("at").path("thread").isTextual();
  }

  /** Returns the task that the thread of a part works for; empty for none. */
  static Optional<Caller> caller(JsonNode part) {
    JsonNode caller = part.path(PROGRESS).path("at").at("/segment/settings/caller");
    return caller.isObject()
        ? Optional.of(
            new Caller(
                caller.path("thread").asText(),
                caller.path("taskId").asText(),
                null,
                List.of(),
                List.of()))
        : Optional.empty();
  }

  public Part since(ThreadProgress progress, Saved last) {
    return new Part(progress, last);
  }

  /**
   * Reads a progress from its parts, oldest first.
   *
   * @throws InvalidValueException when a tree is not a part of a progress of this graph
   */
  public ThreadProgress read(Pregel pregel, List<JsonNode> parts) {
    List<Form> forms = parts.stream().map(this::bound).toList();
    Form first = forms.get(0);
    EventLog log = new EventLog(first.lastEvent() - first.events().size(), first.runs());
    forms.forEach(form -> log.add(form.events()));
    return new ThreadProgress(
        pregel,
        forms.get(forms.size() - 1).at(),
        CheckpointHistory.of(
            pregel.spec().retention(),
            forms.stream().map(Form::chronicle).reduce(CheckpointHistory.Kept::and).orElseThrow()),
        log);
  }

  private Form bound(JsonNode tree) {
    Form raw = form(tree.path(PROGRESS), Form.class, "a thread's progress");
    CheckpointTypes types = types(tree);
    return new Form(
        types.bind(raw.at()),
        raw.chronicle().map(types::bind, types::bind, types::bind),
        raw.events(),
        raw.lastEvent(),
        raw.runs());
  }

  public JsonNode write(CheckpointBundle past) {
    return together(
        PAST, new CheckpointBundle(past.commits(), alone(past.stood(), past.stood().thread())));
  }

  private JsonNode together(String name, Object form) {
    SharedStates shared = SharedStates.empty(codec);
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.set(name, tree(form, shared));
    tree.set(STATES, shared.written());
    return tree;
  }

  /** What a transition committed is among the checkpoints already. */
  private static Checkpoint alone(Checkpoint at, String thread) {
    return new Checkpoint(thread, at.number(), at.segment(), at.frames(), List.of());
  }

  private JsonNode tree(Object form, SharedStates shared) {
    try {
      byte[] text =
          codec.mapper().writer().withAttribute(SharedStates.class, shared).writeValueAsBytes(form);
      return codec.mapper().readTree(text);
    } catch (IOException misfit) {
      throw new IllegalStateException("Expected a progress to have a JSON form.", misfit);
    }
  }

  /**
   * Reads a progress.
   *
   * @throws InvalidValueException when the tree is not the form of a progress of this graph
   */
  public ThreadProgress read(Pregel pregel, JsonNode tree) {
    return read(pregel, List.of(tree));
  }

  /**
   * Reads an earlier checkpoint.
   *
   * @throws InvalidValueException when the tree is not the form of a checkpoint of this graph
   */
  public CheckpointBundle readPast(JsonNode tree) {
    CheckpointBundle raw = form(tree.path(PAST), CheckpointBundle.class, "an earlier checkpoint");
    CheckpointTypes types = types(tree);
    return new CheckpointBundle(
        raw.commits().stream().map(types::bind).toList(), types.bind(raw.stood()));
  }

  private <T> T form(JsonNode tree, Class<T> type, String place) {
    return Optional.<T>ofNullable(codec.fromJson(tree, type, place))
        .orElseThrow(() -> new InvalidValueException(place, "its JSON form", "null"));
  }

  private CheckpointTypes types(JsonNode tree) {
    return new CheckpointTypes(codec, graph, SharedStates.of(codec, tree.path(STATES)));
  }
}
