package io.evergraph.bench;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What one write costs on a list that already holds {@code held} elements. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReducerBenchmark {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final ListChannel<Message> MESSAGES = Messages.channel("messages");

  /** The elements that the list holds already. */
  @Param({"10", "100", "1000", "10000"})
  public int held;

  private Object log;
  private Object messages;

  /** Fills the lists. */
  @Setup
  public void fill() {
    List<String> entries = new ArrayList<>();
    List<Message> said = new ArrayList<>();
    for (int index = 0; index < held; index++) {
      entries.add("entry " + index);
      said.add(message("id-" + index));
    }
    log = reduced(LOG, List.of(), entries);
    messages = reduced(MESSAGES, List.of(), said);
  }

  private static Message message(String id) {
    return Message.assistant("hello").withId(id);
  }

  private static Object reduced(Channel<?> channel, Object current, Object write) {
    Object initial = channel.reducer().initial().orElse(current);
    return channel.reducer().reduce(initial, write);
  }

  /** Appends an element. */
  @Benchmark
  public Object append() {
    return LOG.reducer().reduce(log, List.of("one more"));
  }

  /** Adds a message with a new id. */
  @Benchmark
  public Object addMessage() {
    return MESSAGES.reducer().reduce(messages, List.of(message("new")));
  }

  /** Replaces the last message. */
  @Benchmark
  public Object replaceLastMessage() {
    return MESSAGES.reducer().reduce(messages, List.of(message("id-" + (held - 1))));
  }
}
