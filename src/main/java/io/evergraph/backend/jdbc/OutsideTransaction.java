package io.evergraph.backend.jdbc;

import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs statements outside the transaction of whoever calls, and each by itself: what others have
 * been told of, or is counted, must stay though the caller takes everything back.
 */
final class OutsideTransaction {
  /** A transaction manager of the application binds its connections to its own data source. */
  private final DataSource connections;

  private final TransactionTemplate template = new TransactionTemplate(new Suspension());

  OutsideTransaction(DataSource database) {
    this.connections = new DelegatingDataSource(database);
    template.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
  }

  /** Returns the connections of the statements that are called here. */
  DataSource connections() {
    return connections;
  }

  /** Returns new transactions, for statements over {@link #connections()} that belong together. */
  TransactionTemplate transaction() {
    TransactionTemplate apart = new TransactionTemplate(new JdbcTransactionManager(connections));
    apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    return apart;
  }

  <T> T call(Supplier<T> action) {
    return Objects.requireNonNull(template.execute(status -> action.get()));
  }

  /**
   * Suspends a transaction of any manager. That of JPA lends its connections to JDBC without a sign
   * that a transaction runs on them, so that the manager of JDBC would not see it.
   */
  private static final class Suspension extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1;
    private static final Object NOTHING = "nothing";

    @Override
    protected Object doGetTransaction() {
      return NOTHING;
    }

    @Override
    protected boolean isExistingTransaction(Object transaction) {
      return TransactionSynchronizationManager.isSynchronizationActive();
    }

    @Override
    protected Object doSuspend(Object transaction) {
      return NOTHING;
    }

    @Override
    protected void doResume(@Nullable Object transaction, Object suspended) {}

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }
}
