package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.temporal.payload.CompressedJson;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlobNamesTest {
  private static final String ONE = "0a".repeat(32);
  private static final String OTHER = "f1".repeat(32);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static Set<String> found(String text) {
    BlobNames names = new BlobNames(Set.of(ONE, OTHER));
    names.in(text);
    return names.found();
  }

  private static String letters(int size) {
    StringBuilder text = new StringBuilder();
    new Random(7).ints(size, 'g', 'z').forEach(letter -> text.append((char) letter));
    return text.toString();
  }

  @Test
  void shouldFindKnownHashesWhateverStandsAroundThem() {
    assertThat(found("{\"hash\":\"" + ONE + "\",\"size\":3}")).containsExactly(ONE);
    assertThat(found("blob:image/png," + ONE + "-3 and '" + OTHER + "-4'")).hasSize(2);
    assertThat(found("abc" + ONE + "def")).containsExactly(ONE);
    assertThat(found(ONE.substring(1) + "x" + "1".repeat(64))).isEmpty();
  }

  @Test
  void shouldReturnEachHashOnce() {
    BlobNames names = new BlobNames(Set.of(ONE));
    names.in(ONE + " " + ONE);

    assertThat(names.next()).isEqualTo(ONE);
    assertThat(names.next()).isNull();
    names.in(ONE);
    assertThat(names.next()).isNull();
  }

  @Test
  void shouldFindHashesInPackedJsonWhereverItsPiecesEnd() throws Exception {
    for (int shift = 0; shift < 70; shift += 3) {
      ObjectNode state = JSON.createObjectNode();
      state.put("text", letters(65_536 - 66 + shift) + ONE + letters(70_000) + OTHER);
      ObjectNode sent = JSON.createObjectNode();
      sent.set("continued", CompressedJson.pack(state, JSON));
      String text = JSON.writeValueAsString(sent);
      assertThat(text).doesNotContain(ONE);

      assertThat(found(text)).as("shift %d", shift).containsExactlyInAnyOrder(ONE, OTHER);
    }
  }

  @Test
  void shouldPassOverWhatOnlyLooksPacked() {
    assertThat(found("[\"eAEAAA\",\"eA\",\"eJx\",\"" + ONE + "\"]")).containsExactly(ONE);
  }
}
