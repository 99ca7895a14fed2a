package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.temporal.Marks.LONGEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.llm.message.Message;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that streams when the process of its worker is killed, as another process sees it. */
@Tag("real")
@Tag("slow")
class KilledStreamTest {
  @TempDir private Path folder;

  /** Reads pieces until there are so many, or the run has ended. */
  private static void read(RunStream stream, List<StreamPart.MessageChunk> pieces, int count)
      throws InterruptedException {
    long longest = System.nanoTime() + LONGEST.toNanos();
    while (pieces.size() < count && !stream.isOver() && System.nanoTime() < longest) {
      for (StreamPart part : stream.next(Duration.ofSeconds(1))) {
        if (part instanceof StreamPart.MessageChunk piece) {
          pieces.add(piece);
        }
      }
    }
  }

  @Test
  void shouldShowTheNextAttemptFromItsStartUnderTheSameMessage() throws Exception {
    Marks marks = new Marks(folder);
    marks.hold(KillableStream.SPOKEN, 1);
    List<StreamPart.MessageChunk> pieces = new ArrayList<>();
    KillableStream agent = new KillableStream(marks);
    try (RealRedis redis = RealRedis.start(folder);
        KilledWorker worker = KilledWorker.start("killed-stream", folder, agent.graph())) {
      RunHandle run =
          worker.runtime().start(agent.graph(), ThreadId.random(), KillableAgent.input());
      RunStream stream = worker.runtime().stream(run, StreamOptions.of(StreamMode.MESSAGES));
      read(stream, pieces, 5);
      marks.awaitHeld(KillableStream.SPOKEN);

      worker.kill();

      read(stream, pieces, Integer.MAX_VALUE);
      assertThat(run.await(LONGEST).state().get(MESSAGES))
          .extracting(Message::text)
          .containsExactly("Hi", "abcdef");
    }
    assertThat(pieces)
        .extracting(it -> it.attempt() + " " + it.delta())
        .containsExactly(
            "1 a", "1 b", "1 c", "1 d", "1 e", "2 a", "2 b", "2 c", "2 d", "2 e", "2 f");
    assertThat(pieces)
        .extracting(StreamPart.MessageChunk::messageId)
        .containsOnly(pieces.get(0).messageId());
    assertThat(marks.executions(KillableStream.SPOKEN)).hasSize(2);
    assertThat(marks.executions(KillableStream.SPOKEN))
        .containsOnly(marks.executions(KillableStream.SPOKEN).get(0));
  }
}
