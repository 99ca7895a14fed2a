package io.evergraph.pregel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.OnFailure;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.ReplayCheck;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.runtime.thread.ThreadStep;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The progress of random graphs is written and read again at random moments, in the middle of
 * supersteps too: what is read goes on as if nothing had happened.
 */
@Tag("slow")
class CarriedProgressTest {
  private static final StateCodec CODEC = StateCodec.create();
  private static final int MANY = 1_000;

  static LongStream seeds() {
    return LongStream.range(0, 25);
  }

  /** One way of a thread: what happened is told by the numbers that are drawn. */
  private static final class Way {
    private final Graph graph;
    private final Random random;
    private final ProgressCodec codec;
    private final boolean isCarried;
    private ThreadProgress progress;
    private int messages;
    private int carried;

    Way(long seed, boolean isCarried) {
      this.graph = RandomGraph.of(seed);
      this.random = new Random(seed);
      this.codec = new ProgressCodec(CODEC, graph);
      this.isCarried = isCarried;
      Pregel pregel = Pregel.of(graph);
      this.progress = new ThreadProgress(pregel, pregel.begin("thread"));
    }

    Way live() throws IOException {
      progress.accept(
          new Input.NewInput("run", StateUpdate.empty(), RunSettings.of(64, OnFailure.PARK)),
          now());
      for (int turn = 0; turn < MANY && !(progress.next() instanceof Next.Finished); turn++) {
        boolean isTime = random.nextInt(3 + turn / 4) == 0;
        carry(isTime || turn == 0);
        if (progress.next() instanceof Next.Run run) {
          settle(run);
        } else {
          goOn();
        }
      }
      return this;
    }

    private void settle(Next.Run run) {
      List<TaskResult> results = new ArrayList<>();
      for (Task task : run.tasks()) {
        if (results.isEmpty() || random.nextBoolean()) {
          results.add(
              new TaskRunner(graph)
                  .run(progress.at(), task, progress.pregel().remainingSteps(progress.at(), task)));
        }
      }
      progress.settle(results, now());
    }

    private void goOn() {
      List<Interrupt> open = progress.pregel().interrupts(progress.at());
      Answer answer = open.isEmpty() ? Answer.retry() : Answer.to(open.get(0).id(), "yes");
      progress.accept(new Input.Answers("answer" + messages++, List.of(answer)), now());
    }

    private Instant now() {
      return Instant.EPOCH.plusSeconds(progress.lastEvent());
    }

    private void carry(boolean isTime) throws IOException {
      if (isTime && isCarried) {
        JsonNode written = codec.write(progress, MANY, Integer.MAX_VALUE);
        ThreadProgress read =
            codec.read(progress.pregel(), CODEC.mapper().readTree(written.toString()));

        assertThat(read.at().frames()).isEqualTo(progress.at().frames());
        assertThat(read.at().segment()).isEqualTo(progress.at().segment());
        JsonNode again = codec.write(read, MANY, Integer.MAX_VALUE);
        assertThat(codec.write(codec.read(progress.pregel(), again), MANY, Integer.MAX_VALUE))
            .isEqualTo(again);
        progress = read;
        carried++;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldGoOnAsIfNothingHadHappened(long seed) throws IOException {
    Way plain = new Way(seed, false).live();

    Way carried = new Way(seed, true).live();

    assertThat(carried.carried).isPositive();
    assertThat(carried.progress.at().frames()).isEqualTo(plain.progress.at().frames());
    assertThat(CODEC.toJson(carried.progress.events(1)))
        .isEqualTo(CODEC.toJson(plain.progress.events(1)));
    for (long number = 1; number <= plain.progress.at().number(); number++) {
      assertThat(CODEC.toJson(carried.progress.commitOrThrow(number)))
          .as("checkpoint %s of seed %s", number, seed)
          .isEqualTo(CODEC.toJson(plain.progress.commitOrThrow(number)));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldHaveWhatTasksReadWhateverIsLeftBehind(long seed) throws IOException {
    Way way = new Way(seed, false).live();
    ProgressCodec codec = way.codec;

    ThreadProgress read = codec.read(way.progress.pregel(), codec.write(way.progress, 0, 2));

    assertThat(read.at().frames()).isEqualTo(way.progress.at().frames());
    assertThat(read.lastEvent()).isEqualTo(way.progress.lastEvent());
    assertThat(read.firstEvent()).isEqualTo(way.progress.lastEvent() - 1);
    assertThat(read.firstCheckpoint()).isEqualTo(way.progress.at().number() + 1);
    for (Frame frame : read.at().frames().values()) {
      assertThat(read.stateAt(frame.checkpoint())).isEqualTo(frame.state());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldTellItsStepsByWhatIsKept(long seed) throws IOException {
    Way way = new Way(seed, false);
    List<ThreadStep> made = new ArrayList<>();
    way.progress.watchedBy(made::add);
    way.live();
    made.removeIf(step -> step.after().commits().isEmpty());
    JsonNode written = way.codec.write(way.progress, MANY, Integer.MAX_VALUE);
    ThreadProgress read =
        way.codec.read(way.progress.pregel(), CODEC.mapper().readTree(written.toString()));

    ReplayCheck check = new ReplayCheck(way.graph, CODEC);
    check.accept(read);

    ReplayReport report = check.report(ThreadId.of("thread"), true);
    assertThat(report.fits()).as(report.toString()).isTrue();
    assertThat(report.steps()).isEqualTo(made.size());
  }
}
