package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Emission;
import io.evergraph.runtime.spi.Emitted;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmittedFormTest {
  private static Emitted progress(Double fraction) {
    return new Emitted(
        "thread",
        "run",
        "ns:1",
        3,
        1,
        "task",
        "node",
        1,
        2,
        Instant.EPOCH,
        new Emission.Progress("on the way", fraction));
  }

  @ParameterizedTest
  @CsvSource({"1, 1.0", "0.25, 0.25", "0.3333333333333333333333, 0.3333333333333333"})
  void shouldReadAFractionOfProgressHoweverItsNumberIsWritten(String written, double fraction) {
    String text = EmittedForm.text(progress(0.75)).replace("0.75", written);

    Emitted read = EmittedForm.read(text);

    assertThat(read).isEqualTo(progress(fraction));
  }
}
