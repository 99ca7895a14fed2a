package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeName;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Route;
import io.evergraph.graph.RunChanges;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Input;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.TypedAnswers;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.runtime.thread.UnboundThread;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to go on: answers to open questions and failures, or none for what a stopped run left.
 *
 * <p>Answers as JSON are those of {@link AnswerForm}, or {@code {"runId":"<id>","answers":[…]}};
 * beside them, and alone where there are none, may stand {@code
 * {"graph":"approval","update":{"customer":"Ada"},"goto":["check"],"maxSteps":9,"breakpoints":{…},"context":{…},"tags":["again"],"callOptions":{…},"maxConcurrency":4}}.
 *
 * @param id the id of the run that begins; empty when the sender gave none
 * @param graph the graph that the thread should be bound to; null for any
 * @param answers none to go on with what a stopped run left
 * @param update values by channel, or a list of writes
 * @param routes names of nodes to go to, or sends
 * @param changes how the run goes otherwise than the last one
 */
@JsonTypeName("resume")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ResumeMessage(
    @JsonInclude(JsonInclude.Include.ALWAYS) String id,
    @Nullable String graph,
    @JsonInclude(JsonInclude.Include.ALWAYS) List<Answer> answers,
    Endpoint endpoint,
    @Nullable JsonNode update,
    @JsonProperty("goto") @Nullable JsonNode routes,
    RunChanges changes)
    implements ThreadMessage {
  public ResumeMessage {
    changes = Objects.requireNonNullElse(changes, RunChanges.NONE);
  }

  /** How a message comes: an update can be refused, a signal cannot. */
  public enum Endpoint {
    /** Checked before it was taken in. */
    UPDATE,
    /** To be checked when it is applied. */
    SIGNAL
  }

  public static ResumeMessage of(
      String id,
      @Nullable String graph,
      List<Answer> answers,
      Steering steering,
      StateCodec codec) {
    CompactJson form = new CompactJson(codec);
    ArrayNode routes = JsonNodeFactory.instance.arrayNode();
    steering.routes().forEach(route -> routes.add(form.write(route)));
    return new ResumeMessage(
        id,
        graph,
        answers,
        Endpoint.UPDATE,
        steering.update().writes().isEmpty() ? null : form.write(steering.update().writes()),
        routes.isEmpty() ? null : routes,
        steering.changes());
  }

  /**
   * Reads answers in any of the forms above.
   *
   * @throws InvalidInputException when the tree has none of them
   */
  public static ResumeMessage read(@Nullable JsonNode tree, Endpoint endpoint, StateCodec codec) {
    AnswerForm form = new AnswerForm(codec);
    return read(tree, form.readAll(tree), endpoint, codec);
  }

  /**
   * Reads the order to go on without answers.
   *
   * @param tree null, or a JSON null, for one that says nothing more
   * @throws InvalidInputException when it is no object, or a member has another form
   */
  public static ResumeMessage proceeding(
      @Nullable JsonNode tree, Endpoint endpoint, StateCodec codec) {
    if (tree != null && !tree.isNull() && !tree.isObject()) {
      throw new InvalidInputException("the order to go on", "an object", tree.toString());
    }
    return read(tree, List.of(), endpoint, codec);
  }

  private static ResumeMessage read(
      @Nullable JsonNode sent, List<Answer> answers, Endpoint endpoint, StateCodec codec) {
    JsonNode tree = sent == null ? JsonNodeFactory.instance.objectNode() : sent;
    try {
      return new ResumeMessage(
          tree.path("runId").asText(""),
          tree.path("graph").asText(null),
          answers,
          endpoint,
          tree.get("update"),
          tree.get("goto"),
          tree.isObject() ? codec.mapper().convertValue(tree, RunChanges.class) : RunChanges.NONE);
    } catch (IllegalArgumentException misfit) {
      throw new InvalidInputException(
          "the order to go on",
          "'maxSteps' and 'maxConcurrency' as numbers, 'breakpoints' as lists 'before' and 'after',"
              + " 'context' and 'callOptions' as objects, 'tags' as a list of text",
          tree.toString());
    }
  }

  /** Returns the JSON that is sent, and that {@link #read} and {@link #proceeding} read. */
  public JsonNode toSend(StateCodec codec) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put("runId", id);
    Optional.ofNullable(graph).ifPresent(it -> tree.put("graph", it));
    Optional.ofNullable(update).ifPresent(it -> tree.set("update", it));
    Optional.ofNullable(routes).ifPresent(it -> tree.set("goto", it));
    ObjectNode changed = codec.mapper().valueToTree(changes);
    changed.properties().stream()
        .filter(member -> !member.getValue().isNull())
        .forEach(member -> tree.set(member.getKey(), member.getValue()));
    if (!answers.isEmpty()) {
      AnswerForm form = new AnswerForm(codec);
      ArrayNode list = tree.putArray("answers");
      answers.forEach(answer -> list.add(form.written(answer)));
    }
    return tree;
  }

  @Override
  public ResumeMessage completed(String otherId) {
    return id.isEmpty()
        ? new ResumeMessage(otherId, graph, answers, endpoint, update, routes, changes)
        : this;
  }

  @Override
  public Optional<String> expectedGraph() {
    return Optional.ofNullable(graph);
  }

  /** Answers wait for the first run, which can tell what came of them. */
  @Override
  public boolean waitsForGraph() {
    return !answers.isEmpty();
  }

  @Override
  public GraphException withoutGraph(String thread) {
    return UnboundThread.withoutGraph(thread, answers, graph);
  }

  /** Nobody waits for what a signal begins. */
  @Override
  public Optional<RunEvent.Cause> beginsRun() {
    return endpoint == Endpoint.SIGNAL
        ? Optional.empty()
        : Optional.of(answers.isEmpty() ? RunEvent.Cause.CONTINUE : RunEvent.Cause.ANSWER);
  }

  @Override
  public String interruptId() {
    return AnswerSchemas.named(answers);
  }

  @Override
  public void check(ProjectedThread ahead) {
    List<Interrupt> open = ahead.bound().pregel().interrupts(ahead.at());
    ahead.bound().schemas().check(open, answers);
  }

  @Override
  public List<RunEvent> apply(BoundGraph bound) {
    if (endpoint == Endpoint.SIGNAL) {
      checkOnRecord(bound);
    }
    return bound.progress().accept(input(bound), bound.now());
  }

  private void checkOnRecord(BoundGraph bound) {
    List<Interrupt> open = bound.pregel().interrupts(bound.progress().at());
    if (AnswerSchemas.asked(open, answers).keySet().stream().anyMatch(it -> it.schema() != null)) {
      bound.checkOnRecord(() -> bound.schemas().check(open, answers));
    }
  }

  @Override
  public Input input(BoundGraph bound) {
    Steering steering = steering(bound);
    return answers.isEmpty()
        ? new Input.Continue(id, steering)
        : new Input.Answers(
            id,
            new TypedAnswers(bound.codec(), bound.pregel(), bound.progress().at()).of(answers),
            steering);
  }

  private Steering steering(BoundGraph bound) {
    return new Steering(
        update == null ? StateUpdate.empty() : bound.update(update, bound.schema(), "the command"),
        routes == null ? List.of() : routes(bound, routes),
        changes);
  }

  private static List<Route> routes(BoundGraph bound, JsonNode routes) {
    CompactJson form = new CompactJson(bound.codec());
    List<Route> typed = new ArrayList<>();
    for (JsonNode route : routes.isArray() ? routes : List.of(routes)) {
      typed.add(form.route(route));
    }
    return new ValueCheck(bound.codec(), bound.code(), "the command").routes(typed);
  }
}
