package io.evergraph.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IdentifiedListTest {
  private record Note(String id, int text) implements Identified {}

  /** Counts how often somebody looks at its id. */
  private record Watched(String name, AtomicInteger looks) implements Identified {
    @Override
    public String id() {
      looks.incrementAndGet();
      return name;
    }
  }

  @Test
  void shouldHoldWhatAPlainListWouldWhenElementsComeChangeAndGo() {
    Random random = new Random(20261121);
    List<Note> plain = new ArrayList<>();
    Object held = null;
    for (int text = 0; text < 3_000; text++) {
      String id = "id-" + random.nextInt(120);
      boolean removes = random.nextInt(4) == 0;
      held = ById.INSTANCE.reduce(held, removes ? new Removed(id) : new Note(id, text));
      change(plain, id, removes ? null : new Note(id, text));
      assertThat(held).isEqualTo(plain);
    }
  }

  private static void change(List<Note> plain, String id, Note note) {
    for (int position = 0; position < plain.size(); position++) {
      if (plain.get(position).id().equals(id)) {
        if (note == null) {
          plain.remove(position);
        } else {
          plain.set(position, note);
        }
        return;
      }
    }
    if (note != null) {
      plain.add(note);
    }
  }

  @Test
  void shouldNotLookAtWhatIsHeldWhenAnElementComesToALongList() {
    AtomicInteger looks = new AtomicInteger();
    Object held = null;
    for (int number = 0; number < 10_000; number++) {
      held = ById.INSTANCE.reduce(held, new Watched("id-" + number, looks));
    }
    looks.set(0);
    Object after = ById.INSTANCE.reduce(held, new Watched("new", new AtomicInteger()));
    Object changed = ById.INSTANCE.reduce(after, new Watched("id-7", new AtomicInteger()));
    assertThat(looks).hasValue(0);
    assertThat((List<?>) changed).hasSize(10_001);
  }

  @Test
  void shouldLeaveTheListBeforeAsItWasWhenAnElementIsAddedOrReplaced() {
    Object held = null;
    for (int number = 0; number < 100; number++) {
      held = ById.INSTANCE.reduce(held, new Note("id-" + number, number));
    }
    List<Object> before = List.copyOf((List<?>) held);
    Object unused = ById.INSTANCE.reduce(held, List.of(new Note("id-5", -1), new Note("new", 1)));
    assertThat(held).isEqualTo(before);
  }
}
