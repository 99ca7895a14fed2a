package io.evergraph.temporal;

import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.temporal.protocol.ExecutionLimits;
import org.junit.jupiter.api.AfterAll;

/** On embedded servers; they forget nothing by themselves. */
class SavedOnEmbeddedTest extends RestingContract {
  private static final LocalCheckpointStore STORE = new LocalCheckpointStore();
  private static final TemporalHouse HOUSE = house(ExecutionLimits.USUAL);
  private static final TemporalHouse SHORT = house(new ExecutionLimits(4, 6));

  private static final TemporalHouse RESTING =
      TemporalHouse.on(
          EmbeddedTemporal.start(resting(STORE).build(), StateCodec.create()), graphs());

  private static TemporalHouse house(ExecutionLimits limits) {
    return TemporalHouse.on(
        EmbeddedTemporal.start(options(STORE, limits).build(), StateCodec.create()), graphs());
  }

  @AfterAll
  static void close() {
    HOUSE.close();
    SHORT.close();
    RESTING.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }

  @Override
  TemporalHouse shortHouse() {
    return SHORT;
  }

  @Override
  TemporalHouse restingHouse() {
    return RESTING;
  }

  /** What is deleted there stays deleted. */
  @Override
  void forgetAfterRest() {}

  @Override
  CheckpointStore store() {
    return STORE;
  }

  @Override
  void forget(TemporalHouse house, ThreadId forgotten) {
    house.takeAsDeleted(forgotten);
  }
}
