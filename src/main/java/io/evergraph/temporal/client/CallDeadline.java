package io.evergraph.temporal.client;

import io.grpc.Context;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes calls of the server that end in time. */
record CallDeadline(ScheduledExecutorService timer) {
  <T> T within(long nanos, Supplier<T> action) {
    Context.CancellableContext context =
        Context.current().withDeadlineAfter(nanos, TimeUnit.NANOSECONDS, timer);
    Context outer = context.attach();
    try {
      return action.get();
    } finally {
      context.detach(outer);
      context.cancel(null);
    }
  }
}
