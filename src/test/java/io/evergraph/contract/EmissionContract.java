package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What nodes show of their work while they run. */
class EmissionContract extends WatchContract {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  @Test
  void shouldShowWhatANodeEmitsBeforeWhatItWrites() {
    Graph graph =
        single(
            context -> {
              context.emitter().custom(Map.of("p", 1));
              context.emitter().custom("two");
              context.emitter().progress("half way", 0.5);
              return Command.update(LOG, "a");
            });

    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.CUSTOM, StreamMode.UPDATES)))
        .containsExactly(
            "a emits {p=1}", "a emits two", "a is half way 0.5", "a wrote [a]", "RunFinished");
  }

  @Test
  void shouldShowEmissionsOfParallelNodesInTheOrderInWhichTheyWereMade() {
    Semaphore toA = new Semaphore(0);
    Semaphore toB = new Semaphore(0);
    Graph graph =
        Graph.builder("parallel-emissions")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  context.emitter().custom("a1");
                  toB.release();
                  toA.acquire();
                  context.emitter().custom("a2");
                  return Command.update(LOG, "a");
                })
            .node(
                "b",
                context -> {
                  toB.acquire();
                  context.emitter().custom("b1");
                  return Command.update(LOG, "b");
                })
            .edge(START, "a")
            .edge(START, "b")
            .edge("a", END)
            .edge("b", END)
            .build();
    List<String> seen = new ArrayList<>();

    try (RunStream stream = open(graph, "i", StreamOptions.all())) {
      for (StreamPart part : stream) {
        if (part.mode().filter(StreamMode.UPDATES::equals).isPresent()) {
          toA.release();
        }
        seen.add(text(part));
      }
    }

    assertThat(seen)
        .containsSubsequence(
            "a emits a1",
            "b emits b1",
            "b wrote [b]",
            "a emits a2",
            "a wrote [a]",
            "values [i, a, b]");
    assertThat(seen.stream().filter(part -> part.startsWith("values"))).hasSize(2);
  }

  @Test
  void shouldShowAnEmissionWhileTheNodeStillRuns() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    Graph graph =
        single(
            context -> {
              context.emitter().custom("now");
              seen.await();
              return Command.update(LOG, "a");
            });

    try (RunStream stream = open(graph, "i", StreamOptions.of(StreamMode.CUSTOM))) {
      List<StreamPart> first = stream.next(Duration.ofSeconds(30));
      seen.countDown();

      assertThat(first).extracting(WatchContract::text).containsExactly("a emits now");
      assertThat(rest(stream)).containsExactly("RunFinished");
    }
  }

  @Test
  void shouldKeepANodeAliveThatEmits() {
    Graph graph =
        Graph.builder("busy")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  CountDownLatch never = new CountDownLatch(1);
                  for (int beat = 0; beat < 24; beat++) {
                    context.emitter().progress("beat " + beat);
                    never.await(50, TimeUnit.MILLISECONDS);
                  }
                  return Command.update(LOG, "a");
                },
                NodePolicy.builder()
                    .timeout(Duration.ofSeconds(1))
                    .hardTimeout(Duration.ofSeconds(30))
                    .attempts(1)
                    .build())
            .edge(START, "a")
            .edge("a", END)
            .build();

    assertThat(start(graph, StateUpdate.empty()).orThrow().state().get(LOG)).containsExactly("a");
  }

  @Test
  void shouldNeverHoldANodeUpWhenNobodyReads() {
    Graph graph =
        single(
            context -> {
              for (int index = 0; index < 10_000; index++) {
                context.emitter().custom(index);
              }
              return Command.update(LOG, "a");
            });

    RunHandle run = begin(graph, "i");
    await(run);

    assertThat(rest(runtime().stream(run, StreamOptions.of(StreamMode.CUSTOM))))
        .hasSizeLessThan(10_000)
        .endsWith("a emits 9999", "RunFinished");
  }

  @Test
  void shouldShowMessagesWordByWordAndEachOnlyOnce() {
    Graph graph =
        Graph.builder("chat")
            .channels(CHAT)
            .node(
                "speaks",
                context -> {
                  for (String word : List.of("hello", " big", " world")) {
                    context.emitter().text("m1", word);
                  }
                  return Command.update(CHAT, Message.assistant("hello big world").withId("m1"));
                })
            .node(
                "writes",
                context ->
                    Command.update(
                        StateUpdate.of(
                            CHAT,
                            context.state().get(CHAT).get(1),
                            Message.assistant("whole").withId("m2"))))
            .edge(START, "speaks")
            .edge("speaks", "writes")
            .edge("writes", END)
            .build();
    runtime().graphs().register(graph);
    RunHandle run =
        runtime()
            .start(
                graph.name(),
                thread(),
                StateUpdate.of(CHAT, Message.user("hi").withId("u1")),
                RunOptions.defaults());

    assertThat(rest(runtime().stream(run, StreamOptions.of(StreamMode.MESSAGES))))
        .containsExactly(
            "m1 hello",
            "m1  big",
            "m1  world",
            "m1 is complete, unseen ''",
            "m2 is complete, unseen 'whole'",
            "RunFinished");
  }
}
