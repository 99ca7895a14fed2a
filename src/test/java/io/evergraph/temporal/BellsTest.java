package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.evergraph.temporal.connection.HistoryPlaces;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.ThreadNotifier;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BellsTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(30);

  private final LocalNotifier bells = new LocalNotifier();

  @Test
  void shouldWakeThoseWhoListenToTheThread() throws Exception {
    try (ThreadNotifier bell = bells.listen("a", ThreadNotifier.Ear.MOVES)) {
      assertThat(bell.await(LONG)).isTrue();
      CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> waited(bell));

      bells.stop("b");
      bells.move("a");

      assertThat(waiting.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static boolean waited(ThreadNotifier bell) {
    try {
      return bell.await(LONG);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void shouldLookAgainByItselfWhenNobodyRings() throws Exception {
    try (ThreadNotifier bell = bells.listen("a", ThreadNotifier.Ear.STOPS)) {
      assertThat(bell.await(LONG)).isTrue();
      bells.move("a");

      assertThat(bell.await(LONG)).isTrue();
      assertThat(bell.await(1)).isTrue();
    }
  }

  @Test
  void shouldRememberWhenAThreadWasMovedOnUntilItsEndIsNear() {
    assertThat(bells.hasRung()).isFalse();

    bells.move("a");
    bells.stop("b");

    assertThat(bells.hasRung()).isTrue();
    assertThat(bells.lastMove("a")).isPresent();
    assertThat(bells.lastMove("b")).isPresent();
    bells.endSoon("a");
    assertThat(bells.lastMove("a")).isEmpty();
  }

  @Test
  void shouldKnowThatAThreadIsEndingUntilAnotherRunMovesItOn() {
    bells.move("a");
    assertThat(bells.isEnding("a")).isFalse();

    bells.endSoon("a");

    assertThat(bells.isEnding("a")).isTrue();
    assertThat(bells.isEnding("b")).isFalse();
    bells.move("a");
    assertThat(bells.isEnding("a")).isFalse();
  }

  @Test
  void shouldRememberHowFarHistoriesWereReadUntilTheyEnd() {
    HistoryPlaces places = new HistoryPlaces();
    ByteString place = ByteString.copyFromUtf8("place");

    places.keep("a", place);

    assertThat(places.find("a")).isEqualTo(place);
    assertThat(places.find("b").isEmpty()).isTrue();
    places.keep("a", ByteString.EMPTY);
    assertThat(places.find("a").isEmpty()).isTrue();
  }
}
