package io.evergraph.temporal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.ThreadId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What belongs to a thread that is deleted, and what only looks so. */
class DeletionTest {
  @ParameterizedTest
  @CsvSource({
    "user-1, save:user-1:19a5f:12, true",
    "user-1, save:user-1:order-7:19a5f:12, false",
    "user-1:order-7, save:user-1:order-7:19a5f:12, true",
    "user-1, save:user-1:draft, false",
    "user, save:user-1:19a5f:12, false"
  })
  void shouldTellTheWorkflowsThatSaveAThreadFromThoseOfOthers(
      String thread, String workflow, boolean saves) {
    assertThat(Deletion.isSaving(ThreadId.of(thread), workflow)).isEqualTo(saves);
  }
}
