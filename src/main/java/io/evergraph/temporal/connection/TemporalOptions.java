package io.evergraph.temporal.connection;

import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.LocalEventBus;
import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a Temporal server is, and how it is called.
 *
 * @param target host and port
 * @param namespace the namespace
 * @param taskQueue the task queue of the workers
 * @param tls the encryption; null speaks plain text, and encrypted with an API key
 * @param apiKey the key that is sent with every call; null sends none
 * @param links the address of Evergraph's own pages, which Temporal's page links to; null links
 *     nowhere
 * @param connectTimeout how long the first connection may take
 * @param patience how long a call may take in all, with its retries
 * @param cacheBytes how many bytes of states this process holds
 * @param cachedThreads how many threads a worker of this process keeps in memory: another is
 *     replayed when its turn comes
 * @param blobs keeps what is too large to be sent; the same one in every process. Null sends
 *     everything as it is, within the limits of the server
 * @param inlineBytes how many bytes a message may have to be sent as it is where there is a store
 * @param metrics where client and workers report their figures
 * @param bus carries what nodes emit to those who watch
 * @param cache keeps the results of nodes that have a cache policy
 * @param store the memory of nodes that outlives threads; null gives nodes none, and that of this
 *     process with the embedded server
 * @param worker the build that the workers of this process are of; null keeps builds apart nowhere
 * @param lostWorkers how often the process of a worker may die while it runs one task, before the
 *     task fails; a task that tells progress in between begins to count anew
 * @param limits how much one execution of a thread's workflow takes on
 * @param checkpoints where threads are kept beyond the server's retention; null keeps them nowhere
 *     but on the server
 */
public record TemporalOptions(
    String target,
    String namespace,
    String taskQueue,
    @Nullable Tls tls,
    @Nullable String apiKey,
    @Nullable String links,
    Duration connectTimeout,
    Duration patience,
    long cacheBytes,
    int cachedThreads,
    @Nullable BlobStore blobs,
    long inlineBytes,
    Scope metrics,
    EventBus bus,
    NodeCache cache,
    @Nullable Store store,
    @Nullable WorkerVersion worker,
    int lostWorkers,
    ExecutionLimits limits,
    @Nullable Checkpoints checkpoints) {
  public TemporalOptions {
    if (lostWorkers < 1) {
      throw new IllegalArgumentException(
          "Expected that at least 1 worker may be lost but found " + lostWorkers + ".");
    }
    if (inlineBytes < 1 || inlineBytes > SizeGuard.PAYLOAD_BYTES) {
      throw new InvalidInputException(
          "the bytes of a message that is sent as it is (inlineBytes, evergraph.blobs.inline-size)",
          "1 to %d, since servers refuse larger ones".formatted(SizeGuard.PAYLOAD_BYTES),
          String.valueOf(inlineBytes));
    }
  }

  /**
   * How the connection is encrypted.
   *
   * @param certificate the client's certificate chain; null sends none
   * @param key the client's key, PKCS 8; null where no certificate is sent
   * @param authority the certificates that the server's must be signed by; null takes the system's
   * @param serverName the name that the server's certificate must bear; null takes the target's
   */
  public record Tls(
      @Nullable Path certificate,
      @Nullable Path key,
      @Nullable Path authority,
      @Nullable String serverName) {}

  /**
   * Where threads are saved beside their histories.
   *
   * @param store the same one in every process
   * @param idle how long a thread rests, at least a second, before its workflow completes; the next
   *     input begins another one where the thread was saved. Null keeps workflows open
   * @param keepStopped how long that is kept, at least a second and longer than {@code idle}, which
   *     was saved of a thread that nothing happens on; null keeps it for ever
   */
  public record Checkpoints(
      CheckpointStore store, @Nullable Duration idle, @Nullable Duration keepStopped) {
    public Checkpoints {
      Objects.requireNonNull(store);
      requireSecond("how long a thread rests", idle);
      requireSecond("how long a saved thread is kept", keepStopped);
      requireKeptLonger(idle, keepStopped);
    }

    /** What has been deleted when a workflow completes could not begin again. */
    private static void requireKeptLonger(@Nullable Duration idle, @Nullable Duration kept) {
      if (idle != null && kept != null && kept.compareTo(idle) <= 0) {
        throw new InvalidInputException(
            "how long a saved thread is kept (keepStopped, evergraph.checkpoints.keep-stopped)",
            "more than the "
                + idle
                + " that a thread rests before its workflow completes"
                + " (idle, evergraph.checkpoints.idle): keep threads for longer, or let them rest"
                + " for less,",
            kept.toString());
      }
    }

    private static void requireSecond(String subject, @Nullable Duration given) {
      if (given != null && given.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new InvalidInputException(subject, "at least 1 s", String.valueOf(given));
      }
    }
  }

  /** Returns what a runtime tells of where it runs, by name. */
  public Map<String, String> details() {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("target", target);
    details.put("namespace", namespace);
    details.put("taskQueue", taskQueue);
    if (checkpoints != null) {
      details.put(RuntimeInfo.CHECKPOINTS, checkpoints.store().kind());
    }
    return details;
  }

  /** Returns the options of a server on this machine as it is usually started. */
  public static TemporalOptions defaults() {
    return builder().build();
  }

  /**
   * Returns a builder that holds the defaults: 127.0.0.1:7233, namespace {@code default}, task
   * queue {@code evergraph}, plain text, 30 seconds.
   */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the options. */
  public static final class Builder {
    private String target = "127.0.0.1:7233";
    private String namespace = "default";
    private String taskQueue = "evergraph";
    private @Nullable Tls tls;
    private @Nullable String apiKey;
    private @Nullable String links;
    private Duration connectTimeout = Duration.ofSeconds(30);
    private Duration patience = Duration.ofSeconds(30);
    private long cacheBytes = 64L * 1024 * 1024;
    private int cachedThreads = 600;
    private @Nullable BlobStore blobs;
    private long inlineBytes = 128 * 1024;
    private Scope metrics = new NoopScope();
    private EventBus bus = new LocalEventBus();
    private NodeCache cache = new LocalNodeCache();
    private @Nullable Store store;
    private @Nullable WorkerVersion worker;
    private int lostWorkers = 5;
    private ExecutionLimits limits = ExecutionLimits.USUAL;
    private @Nullable Checkpoints checkpoints;

    private Builder() {}

    /** Sets host and port. */
    public Builder target(String address) {
      this.target = address;
      return this;
    }

    /** Sets the namespace. */
    public Builder namespace(String name) {
      this.namespace = name;
      return this;
    }

    /** Sets the task queue. */
    public Builder taskQueue(String name) {
      this.taskQueue = name;
      return this;
    }

    /** Encrypts the connection. */
    public Builder tls(Tls encryption) {
      this.tls = encryption;
      return this;
    }

    /** Sets the key that is sent with every call. */
    public Builder apiKey(String key) {
      this.apiKey = key;
      return this;
    }

    /** Sets the address that Temporal's page links to, such as {@code http://127.0.0.1:8080}. */
    public Builder links(String address) {
      this.links = address;
      return this;
    }

    /** Sets how long the first connection may take. */
    public Builder connectTimeout(Duration longest) {
      this.connectTimeout = longest;
      return this;
    }

    /** Sets how long a call may take in all. */
    public Builder patience(Duration longest) {
      this.patience = longest;
      return this;
    }

    /** Sets how many bytes of states this process holds. */
    public Builder cacheBytes(long most) {
      this.cacheBytes = most;
      return this;
    }

    /** Sets how many threads a worker of this process keeps in memory; at least one. */
    public Builder cachedThreads(int most) {
      this.cachedThreads = most;
      return this;
    }

    /**
     * Sets what keeps that which is too large to be sent. Every process on the same threads needs
     * the same store, for as long as there is a history that refers to it.
     */
    public Builder blobs(BlobStore store) {
      this.blobs = store;
      return this;
    }

    /**
     * Sets how many bytes a message may have to be sent as it is; 128 kB unless set, 1.5 MB at
     * most.
     */
    public Builder inlineBytes(long most) {
      this.inlineBytes = most;
      return this;
    }

    /** Sets where client and workers report their figures ({@code temporal_*}). */
    public Builder metrics(Scope scope) {
      this.metrics = scope;
      return this;
    }

    /**
     * Sets what carries the emissions of nodes to those who watch; the default reaches this process
     * only.
     */
    public Builder bus(EventBus carrier) {
      this.bus = carrier;
      return this;
    }

    /** Sets what keeps the results of nodes; the default serves this process only. */
    public Builder cache(NodeCache keeper) {
      this.cache = keeper;
      return this;
    }

    /** Sets the memory of nodes that outlives threads; the same one in every process. */
    public Builder store(Store memory) {
      this.store = memory;
      return this;
    }

    /** Sets the build that the workers of this process are of. */
    public Builder worker(@Nullable WorkerVersion version) {
      this.worker = version;
      return this;
    }

    /** Sets how often the process of a worker may die while it runs one task; 5 unless set. */
    public Builder lostWorkers(int most) {
      this.lostWorkers = most;
      return this;
    }

    /**
     * Sets how much one execution of a thread's workflow takes on before the next goes on in its
     * place, for threads that are started from here.
     */
    public Builder limits(ExecutionLimits most) {
      this.limits = most;
      return this;
    }

    /**
     * Sets what keeps threads that the server forgets; the same one in every process. Threads that
     * are started from here are saved in it, and kept until they are deleted.
     */
    public Builder checkpoints(CheckpointStore keeper) {
      return checkpoints(new Checkpoints(keeper, null, null));
    }

    /** Sets what keeps threads that the server forgets, and when they are given up. */
    public Builder checkpoints(Checkpoints keeper) {
      this.checkpoints = keeper;
      return this;
    }

    /** Returns the options. */
    public TemporalOptions build() {
      return new TemporalOptions(
          target,
          namespace,
          taskQueue,
          tls,
          apiKey,
          links,
          connectTimeout,
          patience,
          cacheBytes,
          cachedThreads,
          blobs,
          inlineBytes,
          metrics,
          bus,
          cache,
          store,
          worker,
          lostWorkers,
          limits,
          checkpoints);
    }
  }
}
