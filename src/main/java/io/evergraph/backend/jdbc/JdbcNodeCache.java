package io.evergraph.backend.jdbc;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.NodeCache;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Keeps results of nodes in an unlogged table of a PostgreSQL database, {@code
 * evergraph_node_cache}, which it makes when it is not there; those without a time to live for 30
 * days. While the database is away, nodes run as if nothing were kept.
 */
public final class JdbcNodeCache implements NodeCache, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcNodeCache.class);
  private static final Duration LONGEST = Duration.ofDays(30);
  private static final int PUTS_PER_CLEANING = 1_000;

  private static final String FIND =
      "SELECT result FROM evergraph_node_cache"
          + " WHERE graph = :graph AND node = :node AND hash = :hash AND expires_at > now()";
  private static final String PUT =
      "INSERT INTO evergraph_node_cache VALUES (:graph, :node, :hash, :result,"
          + " now() + :millis * interval '1 millisecond')"
          + " ON CONFLICT (graph, node, hash)"
          + " DO UPDATE SET result = excluded.result, expires_at = excluded.expires_at";
  private static final String CLEAR =
      "DELETE FROM evergraph_node_cache WHERE graph = :graph AND node = :node";
  private static final String READ = "SELECT result FROM evergraph_node_cache";
  private static final String CLEAN = "DELETE FROM evergraph_node_cache WHERE expires_at <= now()";

  private final JdbcClient client;
  private final JdbcRows rows;
  private final Runnable onClose;
  private final AtomicLong puts = new AtomicLong();

  /**
   * Makes a cache in a database and brings the table up to date.
   *
   * @param database stays open when the cache is closed
   * @throws InvalidInputException when the table cannot be made
   */
  public JdbcNodeCache(DataSource database) {
    this(database, () -> {});
  }

  private JdbcNodeCache(DataSource database, Runnable onClose) {
    this.client = JdbcClient.create(database);
    this.rows = new JdbcRows(database, "the node cache");
    this.onClose = onClose;
    JdbcSchema.bringUpToDate(database);
  }

  /**
   * Makes a cache with connections of its own, which are closed with it.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @throws InvalidInputException when the database cannot be used
   */
  public static JdbcNodeCache open(String url, String username, String password) {
    return JdbcSchema.open(url, username, password, "evergraph-cache", JdbcNodeCache::new);
  }

  @Override
  public String kind() {
    return "jdbc";
  }

  @Override
  public Optional<String> find(Key key) {
    return orEmpty(() -> at(FIND, key).query(String.class).optional());
  }

  private JdbcClient.StatementSpec at(String sql, Key key) {
    return of(sql, key.graph(), key.node()).param("hash", key.hash());
  }

  private JdbcClient.StatementSpec of(String sql, String graph, String node) {
    return client.sql(sql).param("graph", graph).param("node", node);
  }

  @Override
  public void put(Key key, String result, Optional<Duration> timeToLive) {
    Optional<Integer> unused =
        orEmpty(
            () ->
                Optional.of(
                    at(PUT, key)
                        .param("result", result)
                        .param("millis", timeToLive.orElse(LONGEST).toMillis())
                        .update()));
    if (puts.incrementAndGet() % PUTS_PER_CLEANING == 0) {
      unused = orEmpty(() -> Optional.of(client.sql(CLEAN).update()));
    }
  }

  @Override
  public Optional<Integer> clear(String graph, String node) {
    return orEmpty(() -> Optional.of(of(CLEAR, graph, node).update()));
  }

  @Override
  public void read(Consumer<String> each) {
    rows.read(READ, row -> each.accept(row.getString("result")));
  }

  private static <T> Optional<T> orEmpty(Supplier<Optional<T>> action) {
    try {
      return action.get();
    } catch (DataAccessException away) {
      LOG.warn("The node cache is taken as empty: {}", away.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    onClose.run();
  }
}
