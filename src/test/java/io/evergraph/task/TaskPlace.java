package io.evergraph.task;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.backend.redis.RedisAdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskRecords;

/** Where a process has its records and limits. */
record TaskPlace(TaskRecords records, AdmissionLimits limits, Runnable onClose)
    implements AutoCloseable {
  /** Opens a database, or a Redis beside records of this process. */
  static TaskPlace open(String url) {
    if (url.startsWith("redis:")) {
      RedisAdmissionLimits limits = RedisAdmissionLimits.open(url);
      return new TaskPlace(new LocalTaskRecords(), limits, limits::close);
    }
    JdbcTasks tasks = JdbcTasks.open(url, "postgres", "postgres");
    return new TaskPlace(tasks.records(), tasks.limits(), tasks::close);
  }

  @Override
  public void close() {
    onClose.run();
  }
}
