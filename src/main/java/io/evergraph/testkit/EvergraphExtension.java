package io.evergraph.testkit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Ends what the runs of a JUnit test are on, when the test is over; use it by
 * {@code @ExtendWith(EvergraphExtension.class)}. It takes care of every {@link GraphRun} that the
 * thread of the test has begun.
 */
public final class EvergraphExtension implements BeforeEachCallback, AfterEachCallback {
  @Override
  public void beforeEach(ExtensionContext context) {
    OpenRuns.begin();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    OpenRuns.end();
  }
}
