package io.evergraph.runtime.memory;

import io.evergraph.runtime.TaskThreads;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on as many threads as they keep busy, and on no more: one thread takes short tasks one
 * after the other, and calls another one only while tasks are left over.
 *
 * <p>To wake a thread costs more than most plain nodes, and whoever starts a run often waits for it
 * and runs its tasks meanwhile. So threads are called by those who are about to sleep ({@link
 * #hurry}), or else by a lookout that finds tasks which nobody has taken for a while. Safe for use
 * by several threads.
 */
final class TaskPool {
  private static final long LOOK_EVERY_NANOS = Duration.ofNanos(50_000).toNanos();
  private static final int LOOKS_UNTIL_SLEEP = 40;

  private final ExecutorService threads;
  private final Queue<Ticket> ready = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean calling = new AtomicBoolean();
  private final Thread lookout;
  private volatile boolean asleep;
  private volatile boolean closed;

  TaskPool(String name) {
    this.threads = TaskThreads.newExecutor(name);
    this.lookout = TaskThreads.daemons(name + "-lookout").newThread(this::lookOut);
    lookout.start();
  }

  /** Has a task run soon, even if all other tasks block. */
  void submit(Ticket ticket) {
    ready.add(ticket);
    if (asleep) {
      LockSupport.unpark(lookout);
    }
  }

  /** Has a thread take what is ready now. */
  void hurry() {
    if (first() != null) {
      call();
    }
  }

  /** Returns the first ticket that is worth a thread. */
  private @Nullable Ticket first() {
    Ticket ticket = ready.peek();
    while (ticket != null && ticket.isTaken()) {
      ready.remove(ticket);
      ticket = ready.peek();
    }
    return ticket;
  }

  /** One call is under way at a time: the thread that comes calls the next one. */
  private void call() {
    if (calling.compareAndSet(false, true)) {
      threads.execute(this::work);
    }
  }

  private void work() {
    calling.set(false);
    for (Ticket ticket = ready.poll(); ticket != null; ticket = ready.poll()) {
      hurry();
      ticket.run();
    }
  }

  private void lookOut() {
    Ticket seen = null;
    int looks = 0;
    while (!closed) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
      Ticket first = first();
      if (first != null && first == seen) {
        hurry();
      }
      looks = first == null ? looks + 1 : 0;
      seen = first;
      if (looks > LOOKS_UNTIL_SLEEP) {
        sleepUntilTasksCome();
        looks = 0;
      }
    }
  }

  /** Stands for a task that may also be taken by somebody else. */
  interface Ticket extends Runnable {
    /** Returns whether the task has been taken, so that running this ticket does nothing. */
    boolean isTaken();
  }

  private void sleepUntilTasksCome() {
    asleep = true;
    while (ready.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  void close() {
    closed = true;
    LockSupport.unpark(lookout);
    threads.shutdownNow();
  }
}
