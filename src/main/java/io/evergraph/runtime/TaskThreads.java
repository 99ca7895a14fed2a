package io.evergraph.runtime;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that nodes run on: virtual ones where the JVM has them, else daemon threads that are
 * reused.
 */
public final class TaskThreads {
  private TaskThreads() {}

  /** Returns an executor without a limit; its threads do not keep the process alive. */
  public static ExecutorService newExecutor(String name) {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException older) {
      return Executors.newCachedThreadPool(daemons(name));
    }
  }

  /** Returns a factory of daemon threads with numbered names. */
  public static ThreadFactory daemons(String name) {
    AtomicLong number = new AtomicLong();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
