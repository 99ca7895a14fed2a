package io.evergraph.demo.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Notes the longest pause of this JVM's garbage collectors, in whole milliseconds. */
public final class CollectorPauses implements NotificationListener, AutoCloseable {
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
  private final List<NotificationEmitter> collectors =
      ManagementFactory.getGarbageCollectorMXBeans().stream()
          .map(NotificationEmitter.class::cast)
          .toList();

  /** Begins to listen. */
  public CollectorPauses() {
    collectors.forEach(it -> it.addNotificationListener(this, null, null));
  }

  @Override
  public void handleNotification(Notification notification, @Nullable Object unused) {
    if (notification
        .getType()
        .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
      longest.accumulate(
          GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
              .getGcInfo()
              .getDuration());
    }
  }

  /** Returns the longest so far. */
  public long longestMillis() {
    return longest.get();
  }

  @Override
  public void close() {
    for (NotificationEmitter collector : collectors) {
      try {
        collector.removeNotificationListener(this);
      } catch (ListenerNotFoundException removed) {
        throw new IllegalStateException("The listener was removed by somebody else.", removed);
      }
    }
  }
}
