package io.evergraph.runtime.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.TooLargeException;
import io.evergraph.graph.Emission;
import io.evergraph.graph.Emitter;
import io.evergraph.graph.Expiry;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.InterruptSignal;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.graph.Store;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.Trigger;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the node of one attempt sees. */
final class TaskContext implements NodeContext {
  private static final Logger LOG = LoggerFactory.getLogger(TaskContext.class);

  private final Invocation invocation;
  private final NodePolicy policy;
  private final Supplier<State> state;
  private final NodeServices services;
  private final Watchdog.Watch watch;
  private final TaskEmitter emitter;
  private final List<Interrupt> questions;
  private final Map<String, Long> usage;
  private @Nullable State read;
  private int unkeyed;

  TaskContext(
      Invocation invocation, NodePolicy policy, Watchdog.Watch watch, NodeServices services) {
    this.invocation = invocation;
    this.policy = policy;
    this.state =
        () -> {
          Task task = invocation.task();
          Graph graph = invocation.graph();
          State read = task.trigger().read(invocation.state());
          State seen =
              task.trigger().readsCheckpoint()
                  ? graph.spec().shape().readBy(task.node(), read)
                  : read;
          return services.codec().readable(seen, graph.schema());
        };
    this.services = services;
    this.watch = watch;
    this.emitter = new TaskEmitter(services.bus());
    this.questions = new ArrayList<>();
    this.usage = new ConcurrentHashMap<>();
  }

  /** A router of the same task counts questions on, and sees another state. */
  TaskContext(TaskContext ofNode, Supplier<State> state) {
    this.invocation = ofNode.invocation;
    this.policy = ofNode.policy;
    this.state = state;
    this.services = ofNode.services;
    this.watch = ofNode.watch;
    this.emitter = ofNode.emitter;
    this.questions = ofNode.questions;
    this.usage = ofNode.usage;
    this.unkeyed = ofNode.unkeyed;
  }

  List<Interrupt> questions() {
    return questions;
  }

  Map<String, Long> usage() {
    return usage;
  }

  /** Tells those who watch what becomes of the attempt; no sign of life of the node. */
  void tell(Emission emission) {
    emitter.publish(emission);
  }

  private Task task() {
    return invocation.task();
  }

  boolean isRetried() {
    return task().isRetried();
  }

  @Override
  public State state() {
    if (read == null) {
      read = state.get();
    }
    return read;
  }

  @Override
  public <T> T interrupt(Question<T> question) {
    return ask(Interrupt.countedId(task().id(), unkeyed++), question);
  }

  @Override
  public <T> T interrupt(String key, Question<T> question) {
    return ask(Interrupt.keyedId(task().id(), key), question);
  }

  private <T> T ask(String id, Question<T> question) {
    if (task().answers().containsKey(id)) {
      try {
        return read(task().answers().get(id), question);
      } catch (InvalidValueException misfit) {
        // its schema let it pass: the person is asked again, where the task would fail for ever
        String reason = LogContents.message(misfit);
        LOG.warn("The answer to {} cannot be read; '{}' asks again. {}", id, node(), reason);
      }
    }
    if (questions.stream().noneMatch(asked -> asked.id().equals(id))) {
      questions.add(asked(id, question));
    }
    throw new InterruptSignal(id);
  }

  @SuppressWarnings("NullAway") // JSON null is an answer where the question takes any
  private <T> T read(@Nullable Object answer, Question<T> question) {
    StateCodec codec = services.codec();
    return codec.fromJson(codec.toJson(answer), question.answerType(), "the answer");
  }

  private Interrupt asked(String id, Question<?> question) {
    Interrupt interrupt =
        new Interrupt(
            id,
            task().id(),
            task().namespace(),
            task().node(),
            Optional.ofNullable(services.codec().plain(question.value(), "a question")).orElse(""),
            question.schema() == null
                ? services.schemas().of(question.answerType())
                : question.schema(),
            services.codec().plain(question.metadata(), "the metadata of a question"),
            expiry(question),
            null);
    services.schemas().requireCheckable(interrupt);
    if (interrupt.expiry() != null
        && interrupt.expiry().then() instanceof Expiry.TakeAnswer answer) {
      services.schemas().check(interrupt, answer.value());
      Object unused = read(answer.value(), question);
    }
    return interrupt;
  }

  /** A route or an answer that cannot be taken when the time is up fails now. */
  private @Nullable Expiry expiry(Question<?> question) {
    Expiry expiry = question.expiry();
    return expiry == null ? null : new Expiry(expiry.after(), resolved(expiry.then()));
  }

  private Expiry.WhenExpired resolved(Expiry.WhenExpired then) {
    return then.match(
        fail -> fail,
        taken -> new Expiry.TakeAnswer(services.codec().plain(taken.value(), "the answer")),
        this::resolved);
  }

  private Expiry.GoTo resolved(Expiry.GoTo it) {
    List<Route> routes = it.targets().stream().map(Route::to).toList();
    List<Route> found = new RouteResolution(invocation.graph()).byGoto(node(), routes);
    return new Expiry.GoTo(found.stream().map(Route::target).toList());
  }

  @Override
  public String thread() {
    return invocation.thread();
  }

  @Override
  public String runId() {
    return invocation.runId();
  }

  @Override
  public String turnId() {
    return invocation.turnId();
  }

  @Override
  public String node() {
    return task().node();
  }

  @Override
  public int step() {
    return task().step();
  }

  @Override
  public int attempt() {
    return invocation.attempt();
  }

  @Override
  public NodePolicy policy() {
    return policy;
  }

  @Override
  public Optional<NodeFailure> failure() {
    return task().trigger() instanceof Trigger.Handling handling
        ? Optional.of(handling.failure())
        : Optional.empty();
  }

  @Override
  public int remainingSteps() {
    return invocation.remainingSteps();
  }

  @Override
  public Map<String, Object> runContext() {
    return invocation.context();
  }

  @Override
  public List<String> tags() {
    return Stream.concat(invocation.tags().stream(), invocation.options().tags().stream())
        .distinct()
        .toList();
  }

  @Override
  public Map<String, Object> options() {
    return invocation.options().parameters();
  }

  @Override
  public Store store() {
    return services.store().get();
  }

  /** Has what was emitted reach those who watch before they hear of the end. */
  void flush() {
    if (emitter.sequence.get() > 0) {
      emitter.bus.flush();
    }
  }

  @Override
  public Emitter emitter() {
    return emitter;
  }

  @Override
  public String idempotencyKey() {
    return Objects.requireNonNull(task().id());
  }

  @Override
  public void heartbeat(Object details) {
    watch.heartbeat();
    invocation.control().beat(sendable(details));
  }

  /** Details that cannot be sent would end the signs of life of the whole attempt. */
  private JsonNode sendable(Object details) {
    try {
      JsonNode tree = services.codec().toJson(details);
      int bytes = services.codec().mapper().writeValueAsBytes(tree).length;
      if (bytes > RuntimeInfo.USUAL_MESSAGE_BYTES) {
        throw new TooLargeException(
            "the details of a heartbeat of node '" + node() + "'",
            bytes,
            RuntimeInfo.USUAL_MESSAGE_BYTES);
      }
      return tree;
    } catch (JsonProcessingException | IllegalArgumentException | StackOverflowError misfit) {
      throw new InvalidValueException(
          "the details of a heartbeat",
          "a value that can be written as JSON",
          details.getClass().getTypeName());
    }
  }

  @Override
  public <T> Optional<T> lastHeartbeat(Class<T> type) {
    return invocation
        .control()
        .lastDetails()
        .map(details -> services.codec().fromJson(details, type, "the details of a heartbeat"));
  }

  @Override
  public void usage(String counter, long amount) {
    usage.merge(counter, amount, Long::sum);
  }

  @Override
  public void heartbeat() {
    watch.heartbeat();
    invocation.control().beat();
  }

  private final class TaskEmitter implements Emitter {
    private final EventBus bus;
    private final AtomicLong sequence = new AtomicLong();

    TaskEmitter(EventBus bus) {
      this.bus = bus;
    }

    @Override
    public void emit(Emission emission) {
      watch.heartbeat();
      invocation.control().beat();
      publish(emission instanceof Emission.Custom custom ? copied(custom) : emission);
    }

    /** Threads above see the insides of their tasks, wherever those run. */
    private void publish(Emission emission) {
      Emitted emitted = emitted(emission);
      bus.publish(emitted);
      invocation.sites().forEach(above -> bus.publish(emitted.seenFrom(above)));
    }

    private Emitted emitted(Emission emission) {
      Task task = invocation.task();
      return new Emitted(
          invocation.thread(),
          invocation.runId(),
          task.namespace(),
          task.step(),
          task.checkpoint(),
          task.id(),
          task.node(),
          invocation.start(),
          sequence.incrementAndGet(),
          Instant.now(),
          emission);
    }

    /** The node may change the value after it has emitted it. */
    private Emission copied(Emission.Custom custom) {
      return new Emission.Custom(services.codec().plain(custom.value(), "an emission"));
    }
  }
}
