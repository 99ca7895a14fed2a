package io.evergraph.backend.jdbc;

import io.evergraph.backend.EmissionListeners;
import io.evergraph.backend.EmissionListeners.Found;
import io.evergraph.backend.EmissionOutbox;
import io.evergraph.backend.EmittedForm;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Carries what nodes emit to all processes over PostgreSQL: an unlogged table, {@code
 * evergraph_emission}, which holds them for an hour, and a channel ({@code LISTEN}) that tells of
 * news.
 *
 * <p>Keeps one connection open to listen. Emissions may be lost while the database cannot be
 * reached; no node waits for it.
 */
public final class JdbcEventBus implements EventBus, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcEventBus.class);
  private static final Duration KEPT = Duration.ofHours(1);
  private static final long PAUSE_SECONDS = 1;
  private static final int POLL_MILLIS = 1_000;
  private static final int POLLS_PER_CHECK = 10;
  private static final int ANSWER_SECONDS = 5;

  /**
   * One batch after the other: numbers come in the order in which they can be read. The others wait
   * for so long at most where this process falls silent before it commits.
   */
  private static final String LOCK =
      "SELECT set_config('idle_in_transaction_session_timeout', '5s', true),"
          + " pg_advisory_xact_lock(hashtext('evergraph_emission'))";

  private static final String INSERT =
      "INSERT INTO evergraph_emission (thread, content) VALUES (?, ?)";
  private static final String NOTIFY = "SELECT pg_notify('evergraph_emission', ?)";
  private static final String LISTEN = "LISTEN evergraph_emission";
  private static final String AFTER =
      "SELECT id, content FROM evergraph_emission WHERE thread = ? AND id > ? ORDER BY id";
  private static final String FORGET_THREAD = "DELETE FROM evergraph_emission WHERE thread = ?";
  private static final String FORGET =
      "DELETE FROM evergraph_emission WHERE emitted_at < now() - ? * interval '1 second'";

  private final DataSource database;
  private final JdbcTemplate client;
  private final TransactionTemplate transaction;
  private final Runnable onClose;
  private final EmissionListeners listeners = new EmissionListeners(this::after);
  private final EmissionOutbox outbox;
  private final Thread listening = new Thread(this::listen, "evergraph-emissions-listen");
  private final ScheduledExecutorService cleaning =
      Executors.newSingleThreadScheduledExecutor(TaskThreads.daemons("evergraph-emissions-clean"));
  private volatile boolean closed;

  /**
   * Makes a bus in a database and brings the table up to date.
   *
   * @param database stays open when the bus is closed
   * @throws InvalidInputException when the table cannot be made
   */
  public JdbcEventBus(DataSource database) {
    this(database, () -> {});
  }

  private JdbcEventBus(DataSource database, Runnable onClose) {
    JdbcSchema.bringUpToDate(database);
    this.database = database;
    OutsideTransaction apart = new OutsideTransaction(database);
    this.client = new JdbcTemplate(apart.connections());
    this.transaction = apart.transaction();
    this.onClose = onClose;
    this.outbox = new EmissionOutbox("evergraph-emissions", this::send);
    listening.setDaemon(true);
    listening.start();
    ScheduledFuture<?> unused =
        cleaning.scheduleWithFixedDelay(this::forgetOld, 1, 1, TimeUnit.MINUTES);
  }

  /**
   * Makes a bus with connections of its own, which are closed with it.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @throws InvalidInputException when the database cannot be used
   */
  public static JdbcEventBus open(String url, String username, String password) {
    return JdbcSchema.open(url, username, password, "evergraph-emissions", JdbcEventBus::new);
  }

  @Override
  public String kind() {
    return "jdbc";
  }

  @Override
  public void publish(Emitted emitted) {
    outbox.add(emitted);
  }

  @Override
  public void flush() {
    outbox.flush();
  }

  private void send(List<Emitted> batch) {
    transaction.executeWithoutResult(
        status -> {
          client.execute(LOCK);
          int[][] unused =
              client.batchUpdate(
                  INSERT,
                  batch,
                  batch.size(),
                  (row, emitted) -> {
                    row.setString(1, emitted.thread());
                    row.setString(2, EmittedForm.text(emitted));
                  });
          Set<String> threads = new TreeSet<>();
          batch.forEach(emitted -> threads.add(emitted.thread()));
          threads.forEach(thread -> client.query(NOTIFY, row -> {}, thread));
        });
  }

  private List<Found> after(String thread, String after) {
    return client.query(
        AFTER,
        (row, number) -> new Found(row.getString("id"), row.getString("content")),
        thread,
        after.isEmpty() ? 0L : Long.parseLong(after));
  }

  private void forgetOld() {
    try {
      int unused = client.update(FORGET, KEPT.toSeconds());
    } catch (DataAccessException away) {
      LOG.debug("Old emissions stay for now.", LogContents.of(away));
    }
  }

  private void listen() {
    while (!closed) {
      try (Connection connection = database.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(LISTEN);
        listeners.wakeAll();
        while (!closed && connection.isValid(ANSWER_SECONDS)) {
          hear(connection.unwrap(PGConnection.class));
        }
      } catch (SQLException | RuntimeException lost) {
        pause();
      }
    }
  }

  /** A connection whose other end is gone may never tell so: it is asked now and then. */
  private void hear(PGConnection connection) throws SQLException {
    for (int polled = 0; polled < POLLS_PER_CHECK && !closed; polled++) {
      PGNotification[] news = connection.getNotifications(POLL_MILLIS);
      for (PGNotification each : news == null ? new PGNotification[0] : news) {
        listeners.wake(each.getParameter());
      }
    }
  }

  private void pause() {
    try {
      TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  @Override
  public Subscription subscribe(String thread, Runnable onNews) {
    return listeners.add(thread, onNews);
  }

  @Override
  public int forget(String thread) {
    outbox.flush();
    try {
      return client.update(FORGET_THREAD, thread);
    } catch (DataAccessException failure) {
      throw JdbcRows.unavailable("the emissions of '" + thread + "'", failure);
    }
  }

  @Override
  public Reach reach() {
    return Reach.WORKERS;
  }

  @Override
  public void close() {
    closed = true;
    cleaning.shutdownNow();
    outbox.close();
    listening.interrupt();
    onClose.run();
  }
}
