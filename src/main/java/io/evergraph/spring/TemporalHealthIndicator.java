package io.evergraph.spring;

import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.temporal.connection.TemporalConnection;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether the Temporal server answers. */
final class TemporalHealthIndicator extends AbstractHealthIndicator {
  private static final long PATIENCE_SECONDS = 2;

  private final TemporalConnection connection;
  private final RuntimeInfo info;

  TemporalHealthIndicator(TemporalConnection connection, RuntimeInfo info) {
    super("The Temporal server does not answer");
    this.connection = connection;
    this.info = info;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    builder.withDetail("durable", info.durability() == RuntimeInfo.Durability.DURABLE);
    info.details().forEach(builder::withDetail);
    String version =
        connection
            .client()
            .getWorkflowServiceStubs()
            .blockingStub()
            .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
            .getSystemInfo(GetSystemInfoRequest.getDefaultInstance())
            .getServerVersion();
    if (!version.isEmpty()) {
      builder.withDetail("serverVersion", version);
    }
    builder.up();
  }
}
