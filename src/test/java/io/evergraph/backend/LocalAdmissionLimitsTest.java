package io.evergraph.backend;

import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import java.time.Duration;

class LocalAdmissionLimitsTest extends AdmissionLimitsContract {
  private final AdmissionLimits limits = new LocalAdmissionLimits(CLOCK);

  @Override
  AdmissionLimits limits() {
    return limits;
  }

  @Override
  AdmissionLimits elsewhere() {
    return limits;
  }

  @Override
  void pass(Duration time) {
    CLOCK.pass(time);
  }
}
