package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.NodeCache;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a cache does beside that several processes share, on a server that may be away. */
abstract class SharedNodeCacheContract extends NodeCacheContract {

  /** A cache whose server is away. */
  abstract NodeCache away();

  @Test
  void shouldCountAsEmptyWhileItIsAway() {
    AtomicInteger runs = new AtomicInteger();

    assertThat(run(away(), runs)).isEqualTo("done");

    assertThat(away().clear(key.graph(), key.node())).isEmpty();
    assertThatThrownBy(() -> away().read(text -> {})).isInstanceOf(StoreUnavailableException.class);
    assertThat(runs).hasValue(1);
  }
}
