package io.evergraph.backend.jdbc;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreNames;
import io.evergraph.graph.StoreQuery;
import io.evergraph.graph.StoreWrite;
import io.evergraph.runtime.codec.PlainJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps items in a table of a PostgreSQL database, {@code evergraph_store}, which it makes when it
 * is not there. Time is the database's.
 */
public final class JdbcStore implements Store, AutoCloseable {
  private static final String LIVES = "old.expires_at > now()";
  private static final String END =
      "CASE WHEN :ttl < 0 THEN 'infinity' ELSE now() + :ttl * interval '1 millisecond' END";
  private static final String RETURNED =
      " RETURNING old.namespace, old.key, old.value, old.version, old.created_at, old.updated_at";

  private static final String PUT =
      "INSERT INTO evergraph_store AS old VALUES (:namespace, :key, :value::jsonb, 1, now(),"
          + " now(), :ttl, :refreshed, "
          + END
          + ") ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value,"
          + " version = CASE WHEN "
          + LIVES
          + " THEN old.version + 1 ELSE 1 END,"
          + " created_at = CASE WHEN "
          + LIVES
          + " THEN old.created_at ELSE now() END,"
          + " updated_at = now(), time_to_live = excluded.time_to_live,"
          + " refreshed = excluded.refreshed, expires_at = excluded.expires_at";

  private static final String PUT_NEW = PUT + " WHERE NOT " + LIVES + RETURNED;

  private static final String REPLACE =
      "UPDATE evergraph_store old SET value = :value::jsonb, version = old.version + 1,"
          + " updated_at = now(), time_to_live = :ttl, refreshed = :refreshed, expires_at = "
          + END
          + " WHERE namespace = :namespace AND key = :key AND version = :version AND "
          + LIVES
          + RETURNED;

  private static final String GET =
      "SELECT * FROM evergraph_store old"
          + " WHERE namespace = :namespace AND key = :key AND "
          + LIVES;

  /** A row that somebody is writing, who may be the caller, gets its time from that. */
  private static final String REFRESH =
      "UPDATE evergraph_store"
          + " SET expires_at = now() + time_to_live * interval '1 millisecond'"
          + " WHERE (namespace, key) IN (SELECT namespace, key FROM evergraph_store old"
          + " WHERE namespace = :namespace AND key = :key AND refreshed AND "
          + LIVES
          + " FOR UPDATE SKIP LOCKED)";

  private static final String DELETE =
      "DELETE FROM evergraph_store old WHERE namespace = :namespace AND key = :key RETURNING "
          + LIVES;

  private static final String SEARCH =
      "SELECT * FROM evergraph_store old WHERE starts_with(namespace, :namespace)"
          + " AND value @> :filter::jsonb AND "
          + LIVES
          + " ORDER BY namespace, key LIMIT :limit OFFSET :offset";

  private static final String READ = "SELECT * FROM evergraph_store old WHERE " + LIVES;

  private final JdbcClient client;
  private final JdbcRows rows;

  /** A caller may read in a transaction in which nothing can be written. */
  private final OutsideTransaction apart;

  private final JdbcClient refreshing;

  private final Runnable onClose;

  private record Found(StoreItem item, boolean refreshed) {}

  /**
   * Makes a store in a database and brings the table up to date.
   *
   * @param database stays open when the store is closed
   * @throws InvalidInputException when the table cannot be made
   */
  public JdbcStore(DataSource database) {
    this(database, () -> {});
  }

  private JdbcStore(DataSource database, Runnable onClose) {
    this.client = JdbcClient.create(database);
    this.rows = new JdbcRows(database, "the long-term store");
    this.apart = new OutsideTransaction(database);
    this.refreshing = JdbcClient.create(apart.connections());
    this.onClose = onClose;
    JdbcSchema.bringUpToDate(database);
  }

  /**
   * Makes a store with connections of its own, which are closed with it.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @throws InvalidInputException when the database cannot be used
   */
  public static JdbcStore open(String url, String username, String password) {
    return JdbcSchema.open(url, username, password, "evergraph-store", JdbcStore::new);
  }

  @Override
  public String kind() {
    return "jdbc";
  }

  @Override
  public StoreItem put(StoreWrite write) {
    return with(write.key(), () -> written(PUT + RETURNED, write).query(JdbcStore::item).single());
  }

  @Override
  public Optional<StoreItem> putIf(StoreWrite write, long version) {
    return with(
        write.key(),
        () ->
            (version == 0
                    ? written(PUT_NEW, write)
                    : written(REPLACE, write).param("version", version))
                .query(JdbcStore::item)
                .optional());
  }

  private StatementSpec written(String sql, StoreWrite write) {
    return at(sql, write.namespace(), write.key())
        .param("value", PlainJson.text(write.value()))
        .param("ttl", write.timeToLive().map(Duration::toMillis).orElse(-1L))
        .param("refreshed", write.refreshed());
  }

  private StatementSpec at(String sql, List<String> namespace, String key) {
    return at(client, sql, namespace, key);
  }

  private static StatementSpec at(
      JdbcClient client, String sql, List<String> namespace, String key) {
    return client.sql(sql).param("namespace", StoreNames.joined(namespace)).param("key", key);
  }

  @Override
  public Optional<StoreItem> get(List<String> namespace, String key) {
    return with(
        key,
        () -> {
          Optional<Found> found = at(GET, namespace, key).query(JdbcStore::found).optional();
          if (found.isPresent() && found.get().refreshed()) {
            refresh(namespace, key);
          }
          return found.map(Found::item);
        });
  }

  /** A transaction that only reads cannot; any other spares a second connection. */
  private void refresh(List<String> namespace, String key) {
    int unused =
        TransactionSynchronizationManager.isCurrentTransactionReadOnly()
            ? apart.call(at(refreshing, REFRESH, namespace, key)::update)
            : at(REFRESH, namespace, key).update();
  }

  @Override
  public boolean delete(List<String> namespace, String key) {
    return with(
        key, () -> at(DELETE, namespace, key).query(Boolean.class).optional().orElse(false));
  }

  @Override
  public List<StoreItem> search(StoreQuery query) {
    query.requireNoText();
    return with(
        "a search",
        () ->
            client
                .sql(SEARCH)
                .param("namespace", StoreNames.joined(query.namespace()))
                .param("filter", PlainJson.text(query.filter()))
                .param("limit", query.limit())
                .param("offset", query.offset())
                .query(JdbcStore::item)
                .list());
  }

  @Override
  public void read(Consumer<StoreItem> each) {
    rows.read(READ, row -> each.accept(item(row, 0)));
  }

  /** Rows of items that are gone are removed as well. */
  @Override
  public int deleteAll(List<String> namespace) {
    return with(
        "a namespace",
        () ->
            client
                .sql("DELETE FROM evergraph_store WHERE starts_with(namespace, :namespace)")
                .param("namespace", StoreNames.joined(StoreNames.namespace(namespace)))
                .update());
  }

  /** Removes the rows of items that are gone; returns how many. Nobody sees them before either. */
  public int deleteExpired() {
    return with(
        "a clean-up",
        () -> client.sql("DELETE FROM evergraph_store WHERE expires_at <= now()").update());
  }

  private static Found found(ResultSet row, int number) throws SQLException {
    return new Found(item(row, number), row.getBoolean("refreshed"));
  }

  private static StoreItem item(ResultSet row, int number) throws SQLException {
    return new StoreItem(
        StoreNames.split(row.getString("namespace")),
        row.getString("key"),
        PlainJson.values(row.getString("value")),
        row.getLong("version"),
        JdbcRows.time(row, "created_at"),
        JdbcRows.time(row, "updated_at"));
  }

  private static <T> T with(String subject, Supplier<T> action) {
    try {
      return action.get();
    } catch (DataAccessException | TransactionException failure) {
      throw JdbcRows.explained("'" + subject + "'", failure);
    }
  }

  @Override
  public void close() {
    onClose.run();
  }
}
