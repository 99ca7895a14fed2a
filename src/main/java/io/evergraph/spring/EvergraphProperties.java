package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import io.evergraph.server.StartLimit;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.connection.WorkerVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties under {@code evergraph}.
 *
 * @param runtime what runs the graphs
 * @param logContents whether logs may hold what users, models and tools say
 * @param graphs where graphs written as JSON or YAML are, such as {@code classpath*:graphs/*.yaml};
 *     loaded at the start
 * @param temporal which Temporal server, and how to reach it
 * @param blobs where values are kept that are too large to be sent
 * @param store where nodes keep what outlives threads
 * @param checkpoints where threads are saved, beside memory or the Temporal server
 * @param emissions how what nodes emit reaches those who watch
 * @param budgets where what tenants have used is counted
 * @param cache where results of nodes with a cache policy are kept
 * @param worker the worker of this process
 * @param web the REST endpoints of this process
 */
@ConfigurationProperties("evergraph")
public record EvergraphProperties(
    @DefaultValue("auto") RuntimeChoice runtime,
    @DefaultValue("false") boolean logContents,
    @DefaultValue List<String> graphs,
    @DefaultValue Temporal temporal,
    @DefaultValue Blobs blobs,
    @DefaultValue LongTerm store,
    @DefaultValue Checkpoints checkpoints,
    @DefaultValue Shared emissions,
    @DefaultValue Shared budgets,
    @DefaultValue Shared cache,
    @DefaultValue Worker worker,
    @DefaultValue Web web) {
  private static final int LAST_PORT = 65_535;

  public EvergraphProperties {
    graphs = List.copyOf(graphs);
  }

  /** What runs the graphs. */
  public enum RuntimeChoice {
    /**
     * Temporal; where there is neither a target, nor a {@code temporal} program, nor the embedded
     * server on the class path: memory.
     */
    AUTO,
    /** This process alone; what runs is lost with it. */
    MEMORY,
    /** Temporal: the target, else a dev server, else the embedded server. */
    TEMPORAL
  }

  /**
   * Which Temporal server, and how to reach it.
   *
   * @param target host and port of the server; without one a dev server is started where there is a
   *     temporal program, else the embedded server
   * @param namespace the namespace of the threads
   * @param taskQueue the task queue of the worker
   * @param apiKey the API key, for Temporal Cloud
   * @param embedded whether to use the server inside this process, for a first run: nothing
   *     survives the process
   * @param uiUrl where the server's web pages are, for links; the dev server's are known
   * @param connectTimeout how long the first connection may take
   * @param tls encryption of the connection
   * @param devServer the server that is started where no target is given
   */
  public record Temporal(
      @Nullable String target,
      @DefaultValue("default") String namespace,
      @DefaultValue("evergraph") String taskQueue,
      @Nullable String apiKey,
      @DefaultValue("false") boolean embedded,
      @Nullable String uiUrl,
      @DefaultValue("30s") Duration connectTimeout,
      @DefaultValue Tls tls,
      @DefaultValue DevServer devServer) {
    private static final String TARGET = "(?!https?:)(\\S+:///?)?\\S+:\\d{1,5}";

    public Temporal {
      target = blankAsNull(target);
      apiKey = blankAsNull(apiKey);
      uiUrl = blankAsNull(uiUrl);
      checkTarget(target);
      require(
          !embedded || target == null,
          "evergraph.temporal",
          "either a target or the embedded server",
          "both");
      require(
          !connectTimeout.isNegative() && !connectTimeout.isZero(),
          "evergraph.temporal.connect-timeout",
          "more than nothing",
          connectTimeout.toString());
    }

    private static void checkTarget(@Nullable String target) {
      require(
          target == null || (target.matches(TARGET) && port(target) <= LAST_PORT),
          "the Temporal server (evergraph.temporal.target)",
          "HOST:PORT, such as 127.0.0.1:7233",
          "'" + target + "'");
    }

    private static int port(String target) {
      return Integer.parseInt(target.substring(target.lastIndexOf(':') + 1));
    }
  }

  /**
   * Encryption of the connection.
   *
   * @param enabled whether to use it; an API key or a file below turns it on too
   * @param certificate the client's certificate, PEM
   * @param key the client's private key, PEM, PKCS 8
   * @param ca the certificates to trust instead of the system's, PEM
   * @param serverName the name to expect in the server's certificate instead of the target's host
   */
  public record Tls(
      @DefaultValue("false") boolean enabled,
      @Nullable Path certificate,
      @Nullable Path key,
      @Nullable Path ca,
      @Nullable String serverName) {
    public Tls {
      require(
          (certificate == null) == (key == null),
          "evergraph.temporal.tls",
          "certificate and key together",
          "only one of them");
      serverName = blankAsNull(serverName);
    }
  }

  /**
   * The server that is started where no target is given.
   *
   * @param enabled whether to start one at all
   * @param program the temporal program; without one it is looked for on the path
   * @param dataDirectory the folder of its database, log and lock; runs outlive the process in it
   * @param port its port; another free one is taken when it is in use, any for 0
   * @param uiPort the port of its web pages; another free one is taken when it is in use, any for 0
   */
  public record DevServer(
      @DefaultValue("true") boolean enabled,
      @Nullable Path program,
      @DefaultValue(".evergraph") Path dataDirectory,
      @DefaultValue("7233") int port,
      @DefaultValue("8233") int uiPort) {
    public DevServer {
      requirePort("port", port);
      requirePort("ui-port", uiPort);
    }

    private static void requirePort(String name, int port) {
      require(
          port >= 0 && port <= LAST_PORT,
          "evergraph.temporal.dev-server." + name,
          "a port from 1 to " + LAST_PORT + ", or 0 for any that is free",
          String.valueOf(port));
    }
  }

  /**
   * Where values are kept that are too large to be sent; every process on the same threads needs
   * the same place.
   *
   * @param store which kind of place
   * @param directory the folder of {@link BlobPlace#FILE}
   * @param inlineSize how large a message may be to be sent as it is
   * @param jdbc the database of {@link BlobPlace#JDBC}; without a URL, that of the application
   */
  public record Blobs(
      @DefaultValue("none") BlobPlace store,
      @DefaultValue(".evergraph/blobs") Path directory,
      @DefaultValue("128KB") DataSize inlineSize,
      @DefaultValue Jdbc jdbc) {}

  /** Kinds of places for large values. */
  public enum BlobPlace {
    /** Nowhere: the limits of the server hold. */
    NONE,
    /** This process: with the embedded server only. */
    MEMORY,
    /** A folder. */
    FILE,
    /** A PostgreSQL database. */
    JDBC
  }

  /**
   * Where nodes keep what outlives threads; every process needs the same place.
   *
   * @param type which kind of place
   * @param jdbc the database of {@link StorePlace#JDBC}; without a URL, that of the application
   * @param redisUrl the server of {@link StorePlace#REDIS}, such as {@code redis://host:6379}
   * @param embeddings the name of the {@code EmbeddingModel} bean that searches by meaning ask;
   *     without one there are no such searches
   */
  public record LongTerm(
      @DefaultValue("none") StorePlace type,
      @DefaultValue Jdbc jdbc,
      @DefaultValue("redis://127.0.0.1:6379") String redisUrl,
      @Nullable String embeddings) {}

  /**
   * Where threads are saved: those of the runtime in memory, which end with the process otherwise,
   * and those on Temporal, which the server forgets after its retention.
   *
   * @param type {@link StorePlace#JDBC} or {@link StorePlace#REDIS}; otherwise they are not saved
   * @param jdbc the database, PostgreSQL, MySQL or MariaDB; without a URL, that of the application
   * @param redisUrl the server of {@link StorePlace#REDIS}
   * @param keepStopped how long a thread is kept that nothing happens on, on Temporal for longer
   *     than {@code idle}; for ever if not given
   * @param idle on Temporal, after what time of rest the workflow of a thread completes, to be
   *     begun again by the next input; never if not given
   */
  public record Checkpoints(
      @DefaultValue("memory") StorePlace type,
      @DefaultValue Jdbc jdbc,
      @DefaultValue("redis://127.0.0.1:6379") String redisUrl,
      @Nullable Duration keepStopped,
      @Nullable Duration idle) {
    public Checkpoints {
      requireSecond("evergraph.checkpoints.keep-stopped", keepStopped);
      requireSecond("evergraph.checkpoints.idle", idle);
    }

    private static void requireSecond(String name, @Nullable Duration given) {
      require(
          given == null || given.compareTo(Duration.ofSeconds(1)) >= 0,
          name,
          "at least 1s",
          String.valueOf(given));
    }
  }

  /**
   * Where something is that processes share; every process needs the same place.
   *
   * @param type {@link StorePlace#JDBC} or {@link StorePlace#REDIS}; otherwise each process has its
   *     own
   * @param jdbc the PostgreSQL database; without a URL, that of the application
   * @param redisUrl the server of {@link StorePlace#REDIS}
   */
  public record Shared(
      @DefaultValue("memory") StorePlace type,
      @DefaultValue Jdbc jdbc,
      @DefaultValue("redis://127.0.0.1:6379") String redisUrl) {}

  /** Kinds of places for what outlives threads. */
  public enum StorePlace {
    /** This process where nothing outlives it anyway; nowhere else. */
    NONE,
    /** This process, whatever outlives it. */
    MEMORY,
    /** A PostgreSQL database. */
    JDBC,
    /** A Redis server. */
    REDIS
  }

  /**
   * A database.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @param username who connects
   * @param password the password
   */
  public record Jdbc(
      @Nullable String url, @DefaultValue("") String username, @DefaultValue("") String password) {
    public Jdbc {
      url = blankAsNull(url);
    }
  }

  /**
   * The worker of this process.
   *
   * @param enabled whether this process runs nodes; without it, it only starts, answers and reads
   * @param role which part of the work it does
   * @param deploymentName the deployment that it is of, where the server is to keep builds apart
   * @param buildId the build that it is of
   * @param versioning which build threads go on with
   * @param lostWorkers how often the process of a worker may die while it runs one task, before the
   *     task fails
   * @param stateCache how much of the states of threads this process holds; what is older is asked
   *     for again
   */
  public record Worker(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("all") GraphWorker.Role role,
      @Nullable String deploymentName,
      @Nullable String buildId,
      @DefaultValue("auto-upgrade") WorkerVersion.Versioning versioning,
      @DefaultValue("5") int lostWorkers,
      @DefaultValue("64MB") DataSize stateCache) {
    public Worker {
      require(
          lostWorkers > 0,
          "evergraph.worker.lost-workers",
          "at least 1",
          Integer.toString(lostWorkers));
      deploymentName = blankAsNull(deploymentName);
      buildId = blankAsNull(buildId);
      require(
          (deploymentName == null) == (buildId == null),
          "evergraph.worker",
          "deployment-name and build-id together",
          "only one of them");
    }

    @Nullable WorkerVersion version() {
      return deploymentName == null || buildId == null
          ? null
          : new WorkerVersion(deploymentName, buildId, versioning);
    }
  }

  /**
   * The REST endpoints of this process.
   *
   * @param enabled whether a web application gets them
   * @param basePath what all their paths begin with, such as {@code /agents}
   * @param allowAdmin whether {@code /admin} answers though nobody has to log in; without it, only
   *     where Spring Security stands in front of it
   * @param allowedOrigins the web pages that may call them from a browser, such as {@code
   *     https://*.example.com}; those on this machine if none is given
   * @param allowedHosts the host names under which they may be called, such as {@code
   *     agents.example.com}, besides those of this machine, {@code server.address} and the public
   *     URL's
   * @param allowRemote whether other machines may call them though nobody has to log in
   * @param publicUrl where people reach this application; Temporal's web pages link to it
   * @param maxStarts how many requests may start, answer or continue a run at once; more wait for
   *     up to 5 s, and are then refused with status 429
   * @param diagrams whether the drawings of agents are shown to operators
   */
  public record Web(
      @DefaultValue("true") boolean enabled,
      @DefaultValue("") String basePath,
      @DefaultValue("false") boolean allowAdmin,
      @DefaultValue List<String> allowedOrigins,
      @DefaultValue List<String> allowedHosts,
      @DefaultValue("false") boolean allowRemote,
      @Nullable String publicUrl,
      @DefaultValue("" + StartLimit.USUAL) int maxStarts,
      @DefaultValue("true") boolean diagrams) {
    public Web {
      require(maxStarts > 0, "evergraph.web.max-starts", "1 or more", "" + maxStarts);
      basePath = basePath.strip().replaceFirst("/$", "");
      require(
          basePath.matches("(/[\\w.~-]+)*"),
          "evergraph.web.base-path",
          "a path such as /agents",
          "'" + basePath + "'");
      publicUrl = blankAsNull(publicUrl);
      Optional.ofNullable(publicUrl).ifPresent(PublicUrl::of);
      allowedOrigins = List.copyOf(allowedOrigins);
      allowedHosts = List.copyOf(allowedHosts);
    }

    Optional<PublicUrl> reachedAt() {
      return Optional.ofNullable(publicUrl).map(PublicUrl::of);
    }
  }

  private static void require(boolean holds, String subject, String expected, String found) {
    if (!holds) {
      throw new InvalidInputException(subject, expected, found);
    }
  }

  private static @Nullable String blankAsNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }
}
