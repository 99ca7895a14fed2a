package io.evergraph.temporal.connection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.protobuf.ByteString;
import dev.failsafe.ExecutionContext;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.temporal.payload.CachedBlobStore;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.payload.RedactedFailure;
import io.evergraph.temporal.payload.ReferringConverter;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.Saving;
import io.grpc.ConnectivityState;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceBlockingStub;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.ByteArrayPayloadConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.JacksonJsonPayloadConverter;
import io.temporal.common.converter.NullPayloadConverter;
import io.temporal.common.converter.ProtobufJsonPayloadConverter;
import io.temporal.common.converter.ProtobufPayloadConverter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server, a namespace and a task queue, with what this process holds of its threads. Shared by
 * the workers and runtimes of a process; safe for use by several threads.
 */
public final class TemporalConnection implements AutoCloseable {
  private static final int HISTORY_POSITIONS = 10_000;
  private static final Duration USUAL = Duration.ZERO;

  /** The embedded server does not know workers' signs of life, and the client would warn. */
  private static final Duration NEVER = Duration.ofSeconds(-1);

  private final TemporalOptions options;
  private final WorkflowServiceStubs stubs;
  private final WorkflowClient client;
  private final Durability durability;
  private final StateCodec codec;
  private final StateCache states;
  private final Optional<CachedBlobStore> blobs;
  private final Cache<String, ByteString> historyPositions =
      Caffeine.newBuilder().maximumSize(HISTORY_POSITIONS).build();
  private final LocalNotifier notifier = new LocalNotifier();
  private final LocalCancellations cancellations = new LocalCancellations();
  private final LocalThreads localThreads = new LocalThreads();
  private final DeletedExecutions deleted;
  private final Runnable onClose;
  private @Nullable Boolean searchable;

  private TemporalConnection(
      TemporalOptions options,
      WorkflowServiceStubs stubs,
      StateCodec codec,
      Durability durability,
      Runnable onClose) {
    this.options = options;
    this.durability = durability;
    this.deleted =
        durability == Durability.DURABLE
            ? DeletedExecutions.forAWhile()
            : DeletedExecutions.forever();
    this.stubs = stubs;
    this.codec = codec;
    this.onClose = onClose;
    this.blobs = Optional.ofNullable(options.blobs()).map(CachedBlobStore::new);
    this.client =
        WorkflowClient.newInstance(stubs, clientOptions(converter(options, codec, blobs)));
    this.states =
        new StateCache(options.cacheBytes(), state -> new JsonSize(codec).of(state.values()));
  }

  /**
   * Connects to a server.
   *
   * @throws RuntimeUnavailableException when it does not answer
   */
  public static TemporalConnection open(TemporalOptions options, StateCodec codec) {
    WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(StubOptions.of(options));
    try {
      connect(stubs, options.connectTimeout());
    } catch (RuntimeException failure) {
      stubs.shutdownNow();
      throw GrpcErrors.unavailable(options.target(), failure);
    }
    return new TemporalConnection(options, stubs, codec, Durability.DURABLE, stubs::shutdown);
  }

  /** The library gives a single attempt five seconds at most, and ends with it when it is slow. */
  private static void connect(WorkflowServiceStubs stubs, Duration longest) {
    RetryPolicy<Object> whileSlow =
        RetryPolicy.builder()
            .handleIf(failure -> GrpcErrors.hasCode(failure, Status.Code.DEADLINE_EXCEEDED))
            .withMaxRetries(-1)
            .withMaxDuration(longest)
            .build();
    Failsafe.with(whileSlow).run(attempt -> stubs.connect(left(longest, attempt)));
  }

  private static Duration left(Duration longest, ExecutionContext<Void> attempt) {
    Duration left = longest.minus(attempt.getElapsedTime());
    return left.isNegative() || left.isZero() ? Duration.ofNanos(1) : left;
  }

  /** Makes the connection to a server in this process. */
  public static TemporalConnection embedded(
      TemporalOptions options, WorkflowServiceStubs stubs, StateCodec codec, Runnable onClose) {
    return new TemporalConnection(options, stubs, codec, Durability.LOST_WITH_PROCESS, onClose);
  }

  private WorkflowClientOptions clientOptions(DataConverter converter) {
    return WorkflowClientOptions.newBuilder()
        .setWorkerHeartbeatInterval(durability == Durability.DURABLE ? USUAL : NEVER)
        .setNamespace(options.namespace())
        .setDataConverter(converter)
        .build();
  }

  /**
   * Returns the usual converters in their usual order; before that which takes everything, the one
   * that refers.
   */
  private static DataConverter converter(
      TemporalOptions options, StateCodec codec, Optional<CachedBlobStore> blobs) {
    return new DefaultDataConverter(
            new NullPayloadConverter(),
            new ByteArrayPayloadConverter(),
            new ProtobufJsonPayloadConverter(),
            new ProtobufPayloadConverter(),
            new ReferringConverter(codec.mapper(), blobs, options.inlineBytes()),
            new JacksonJsonPayloadConverter(codec.mapper()))
        .withFailureConverter(new RedactedFailure.Converter());
  }

  /** Returns the client behind this connection. */
  public WorkflowClient client() {
    return client;
  }

  /** Returns what speaks to the server itself. */
  public WorkflowServiceBlockingStub stub() {
    return named().blockingStub();
  }

  /** Temporal Cloud wants the namespace beside each call, which the client adds. */
  private WorkflowServiceStubs named() {
    return client.getWorkflowServiceStubs();
  }

  /** Returns where the server is, and how it is called. */
  public TemporalOptions options() {
    return options;
  }

  /** Returns the task queue of the workers. */
  public String taskQueue() {
    return options.taskQueue();
  }

  /** Returns the codec of states and messages. */
  public StateCodec codec() {
    return codec;
  }

  /** Returns the limits of what is sent. */
  public SizeGuard guard() {
    return options.blobs() == null ? SizeGuard.inline() : SizeGuard.byReference();
  }

  /** Returns the states that this process holds. */
  public StateCache states() {
    return states;
  }

  /** Returns the store of large values as this process knows it; empty without one. */
  public Optional<CachedBlobStore> blobs() {
    return blobs;
  }

  /** Returns the cache of node results. */
  public NodeCache cache() {
    return options.cache();
  }

  /**
   * Returns the memory of nodes that outlives threads.
   *
   * @throws NotOfferedException when none is set, and the server outlives this process
   */
  public Store store() {
    Store given = options.store();
    if (given == null) {
      throw new NotOfferedException(
          "long-term store",
          options.target(),
          "Set one that all processes share: TemporalOptions.store, or evergraph.store.type.");
    }
    return given;
  }

  /** Returns the threads that are saved beside their histories; empty without a store. */
  public Optional<SavedThreads> saved() {
    return Optional.ofNullable(options.checkpoints())
        .map(it -> new SavedThreads(it.store(), codec));
  }

  /** Returns the side channel of emissions. */
  public EventBus bus() {
    return options.bus();
  }

  /** Returns what wakes the followers in this process. */
  public LocalNotifier notifier() {
    return notifier;
  }

  /** Returns what reaches cancelled tasks past the server, where the server cannot. */
  public Optional<LocalCancellations> cancellations() {
    return durability == Durability.DURABLE ? Optional.empty() : Optional.of(cancellations);
  }

  /** Returns the open threads, where the server cannot list them. */
  public Optional<LocalThreads> localThreads() {
    return durability == Durability.DURABLE ? Optional.empty() : Optional.of(localThreads);
  }

  /** Returns what survives the end of this process. */
  public Durability durability() {
    return durability;
  }

  /** Returns whether threads may carry search attributes; registers them with the first call. */
  public synchronized boolean isSearchable() {
    Boolean known = searchable;
    if (known == null) {
      known =
          durability == Durability.LOST_WITH_PROCESS
              || AttributeRegistration.ensure(named(), options);
      searchable = known;
    }
    return known;
  }

  /** Returns whether the server is connected at this moment, or was when last called. */
  public boolean isConnected() {
    ConnectivityState state = stubs.getRawChannel().getState(false);
    return state == ConnectivityState.READY || state == ConnectivityState.IDLE;
  }

  /** Returns whether this was given up. */
  public boolean isClosed() {
    return stubs.isShutdown();
  }

  /** Returns what was deleted here, and the server may still show. */
  public DeletedExecutions deleted() {
    return deleted;
  }

  /** Returns whether a workflow was deleted here, and none of its name has begun since. */
  public boolean isDeleted(String workflow) {
    return deleted.mayHide(workflow) && !isThereAgain(workflow);
  }

  private boolean isThereAgain(String workflow) {
    try {
      WorkflowStub latest = client.newUntypedWorkflowStub(workflow);
      return !deleted.contains(latest.describe().getExecution());
    } catch (WorkflowNotFoundException forgotten) {
      return false;
    }
  }

  /** Returns up to where this process has read the histories of threads, as page tokens. */
  public Cache<String, ByteString> historyPositions() {
    return historyPositions;
  }

  /** Gives the connection up; workers and runtimes on it are closed before. */
  @Override
  public void close() {
    onClose.run();
  }

  /** Returns the input of a workflow as threads are opened here: as long, and saved, as set. */
  public GraphInput asOpenedHere(GraphInput input) {
    TemporalOptions.Checkpoints saved = options.checkpoints();
    GraphInput limited = input.within(options.limits());
    return saved == null || input.saving() != null
        ? limited
        : limited.saved(Saving.begun(saved.idle()));
  }
}
