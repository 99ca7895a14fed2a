package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every store of large values does. */
abstract class BlobStoreContract {
  private static final int MEGABYTE = 1_000_000;

  abstract BlobStore store();

  /** The same store as another process opens it. */
  abstract BlobStore elsewhere();

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] drawn(int size, long seed) {
    byte[] content = new byte[size];
    new Random(seed).nextBytes(content);
    return content;
  }

  @Test
  void shouldGiveBackWhatWasPut() {
    byte[] large = drawn(6 * MEGABYTE, 1);

    BlobReference reference = store().put(large);

    assertThat(store().get(reference)).isEqualTo(large);
    assertThat(elsewhere().get(reference)).isEqualTo(large);
    assertThat(reference.size()).isEqualTo(6 * MEGABYTE);
  }

  @Test
  void shouldKeepNothingAndEveryByte() {
    byte[] everyByte = new byte[256];
    for (int value = 0; value < everyByte.length; value++) {
      everyByte[value] = (byte) value;
    }

    assertThat(store().get(store().put(new byte[0]))).isEmpty();
    assertThat(store().get(store().put(everyByte))).isEqualTo(everyByte);
  }

  @Test
  void shouldNameAContentByItsSha256() {
    assertThat(store().put(text("abc")).hash())
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void shouldGiveTheSameReferenceWhenTheSameIsPutAgain() {
    BlobReference first = store().put(text("same"));

    assertThat(elsewhere().put(text("same"))).isEqualTo(first);
    assertThat(store().put(text("other"))).isNotEqualTo(first);
    assertThat(store().get(first)).isEqualTo(text("same"));
  }

  @Test
  void shouldNotNoticeWhatBecomesOfTheArrays() {
    byte[] content = text("before");
    BlobReference reference = store().put(content);

    content[0] = 'x';
    store().get(reference)[0] = 'x';

    assertThat(store().get(reference)).isEqualTo(text("before"));
  }

  @Test
  void shouldSayWhatIsNotThere() {
    BlobReference unknown = BlobReference.of(text("never put " + getClass()));

    assertThatThrownBy(() -> store().get(unknown))
        .isInstanceOf(BlobUnavailableException.class)
        .hasMessageContaining(unknown.hash())
        .hasMessageContaining("every process uses the same store");
  }

  @Test
  void shouldForgetWhatIsDeletedAndKeepItWhenItIsPutAgain() {
    BlobReference reference = store().put(text("deleted"));

    store().delete(reference);

    assertThatThrownBy(() -> elsewhere().get(reference))
        .isInstanceOfSatisfying(
            BlobUnavailableException.class, lost -> assertThat(lost.isLost()).isTrue());
    assertThatCode(() -> store().delete(reference)).doesNotThrowAnyException();
    assertThat(store().put(text("deleted"))).isEqualTo(reference);
    assertThat(store().get(reference)).isEqualTo(text("deleted"));
  }

  @Test
  void shouldRemoveWhatWasNotPutAgainWhenItIsCleanedUp() {
    BlobReference unused = store().put(text("unused"));
    BlobReference usedAgain = store().put(text("used again"));
    Instant time = Instant.now();
    elsewhere().put(text("used again"));

    assertThat(store().deleteUnusedSince(time, it -> false)).isPositive();

    assertThat(store().get(usedAgain)).isEqualTo(text("used again"));
    assertThatThrownBy(() -> store().get(unused)).isInstanceOf(BlobUnavailableException.class);
    assertThat(store().deleteUnusedSince(time, it -> false)).isZero();
  }

  @Test
  void shouldKeepWhatIsNeededWhenItIsCleanedUp() {
    BlobReference needed = store().put(text("needed"));
    BlobReference unneeded = store().put(text("unneeded"));
    Instant later = Instant.now().plusSeconds(60);

    assertThat(store().references()).contains(needed, unneeded);
    assertThat(store().deleteUnusedSince(later, it -> true)).isZero();
    assertThat(elsewhere().deleteUnusedSince(later, needed::equals)).isPositive();

    assertThat(elsewhere().references()).containsExactly(needed);
    assertThat(store().get(needed)).isEqualTo(text("needed"));
  }

  @Test
  void shouldKeepWhatIsPutAgainWhileItIsCleanedUp() throws Exception {
    byte[] content = text("put again while it is cleaned up");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 300; round++) {
        BlobReference reference = store().put(content);
        Instant time = Instant.now();
        Future<Integer> cleanUp =
            threads.submit(() -> elsewhere().deleteUnusedSince(time, it -> false));
        Future<BlobReference> put = threads.submit(() -> store().put(content));
        cleanUp.get();
        put.get();

        assertThat(store().get(reference)).as("round %d", round).isEqualTo(content);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldTakeTheSameFromManyAtOnce() throws Exception {
    byte[] content = drawn(MEGABYTE, 2);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<BlobReference>> puts = new ArrayList<>();
      for (int put = 0; put < 16; put++) {
        BlobStore store = put % 2 == 0 ? store() : elsewhere();
        puts.add(
            () -> {
              BlobReference reference = store.put(content);
              assertThat(store.get(reference)).isEqualTo(content);
              return reference;
            });
      }
      HashSet<BlobReference> references = new HashSet<>();
      for (Future<BlobReference> put : threads.invokeAll(puts)) {
        references.add(put.get());
      }

      assertThat(references).containsExactly(BlobReference.of(content));
    } finally {
      threads.shutdownNow();
    }
  }
}
