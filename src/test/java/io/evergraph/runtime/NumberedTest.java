package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.thread.Numbered;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NumberedTest {
  private static Numbered<String> of(long... numbers) {
    Numbered<String> values = new Numbered<>();
    for (long number : numbers) {
      values.put(number, "v" + number);
    }
    return values;
  }

  @Test
  void shouldKeepTheOrderOfNumbersThatComeLate() {
    Numbered<String> values = of(5, 6, 9, 7, 1);

    assertThat(values.all()).extracting(Numbered.Entry::number).containsExactly(1L, 5L, 6L, 7L, 9L);
    assertThat(values.find(7)).contains("v7");
    assertThat(values.find(8)).isEmpty();
    assertThat(values.find(0)).isEmpty();
    assertThat(values.find(10)).isEmpty();
  }

  @Test
  void shouldTellWhatWasReplaced() {
    Numbered<String> values = of(1, 2);

    assertThat(values.put(2, "other")).contains("v2");
    assertThat(values.put(3, "next")).isEmpty();
    assertThat(values.find(2)).contains("other");
    assertThat(values.size()).isEqualTo(3);
  }

  @Test
  void shouldFindTheNextOneWhereANumberIsMissing() {
    Numbered<String> values = of(2, 4, 8);

    assertThat(values.ceiling(1)).contains("v2");
    assertThat(values.ceiling(4)).contains("v4");
    assertThat(values.ceiling(5)).contains("v8");
    assertThat(values.ceiling(9)).isEmpty();
  }

  @Test
  void shouldSplitAtANumber() {
    Numbered<String> values = of(2, 4, 8);

    assertThat(values.from(4)).extracting(Numbered.Entry::value).containsExactly("v4", "v8");
    assertThat(values.upTo(4)).extracting(Numbered.Entry::value).containsExactly("v2", "v4");
    assertThat(values.from(9)).isEmpty();
    assertThat(values.upTo(1)).isEmpty();
  }

  @Test
  void shouldDropValues() {
    Numbered<String> values = of(1, 2, 3, 4, 5);

    values.remove(3);
    values.remove(7);
    values.removeIf(number -> number < 2);

    assertThat(values.only(number -> true)).isEqualTo(Map.of(2L, "v2", 4L, "v4", 5L, "v5"));
    assertThat(values.only(number -> number > 4)).isEqualTo(Map.of(5L, "v5"));
  }

  @Test
  void shouldHoldTheSameAsATreeWhateverComes() {
    Numbered<Integer> values = new Numbered<>();
    Map<Long, Integer> expected = new TreeMap<>();
    for (int i = 0; i < 500; i++) {
      long number = (i * 7919L) % 61;
      if (i % 3 == 0) {
        values.remove(number);
        expected.remove(number);
      } else {
        values.put(number, i);
        expected.put(number, i);
      }
    }

    assertThat(values.only(number -> true)).isEqualTo(expected);
    expected.forEach((number, value) -> assertThat(values.find(number)).contains(value));
  }
}
