package io.evergraph.backend.jdbc;

import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs statements outside the transaction of whoever calls, and each by itself: what others have
 * been told of, or is counted, must stay though the caller takes everything back.
 */
final class OutsideTransaction {
  private final TransactionTemplate template;

  OutsideTransaction(DataSource database) {
    this.template = new TransactionTemplate(new JdbcTransactionManager(database));
    template.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
  }

  <T> T call(Supplier<T> action) {
    return Objects.requireNonNull(template.execute(status -> action.get()));
  }
}
