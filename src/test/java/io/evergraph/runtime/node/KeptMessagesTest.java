package io.evergraph.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptMessagesTest {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final Message ASKED = Message.user("When?").withId("asked");
  private static final Message SAID = Message.assistant("At nine.").withId("said");
  private static final State READ = State.of(Map.of("chat", List.of(ASKED), "other", 1));

  private static boolean areAdded(StateUpdate update) {
    return new KeptMessages(READ).areAdded(update.writes());
  }

  @Test
  void shouldTakeMessagesThatAreAdded() {
    assertThat(areAdded(StateUpdate.of(CHAT, SAID))).isTrue();
    assertThat(areAdded(StateUpdate.of(CHAT, SAID.withId(""), ASKED.withId("")))).isTrue();
    assertThat(areAdded(new StateUpdate(List.of(new Write("other", 2, true))))).isTrue();
  }

  @Test
  void shouldRefuseMessagesThatAreChangedOrRemoved() {
    assertThat(areAdded(StateUpdate.of(CHAT, Message.user("Where?").withId("asked")))).isFalse();
    assertThat(areAdded(StateUpdate.of(CHAT, SAID).and(StateUpdate.of(CHAT, SAID)))).isFalse();
    assertThat(areAdded(StateUpdate.remove(CHAT, "asked"))).isFalse();
    assertThat(areAdded(StateUpdate.overwrite(CHAT, List.of(SAID)))).isFalse();
    assertThat(areAdded(StateUpdate.overwrite(CHAT, List.of()))).isFalse();
    assertThat(areAdded(StateUpdate.overwrite(CHAT, null))).isFalse();
  }

  @Test
  void shouldRefuseAMessageThatALimitOfItsThreadIsReached() {
    Message stop = Message.assistant("No more.").withMetadata(Message.SOURCE, Message.LIMIT);

    assertThat(areAdded(StateUpdate.of(CHAT, stop))).isFalse();
    assertThat(areAdded(StateUpdate.of(CHAT, SAID, stop))).isFalse();
  }

  @Test
  void shouldNameMessagesByTheTaskThatWritesThem() {
    List<Write> kept =
        StateUpdate.of(CHAT, SAID, Message.user("So?")).and(StateUpdate.of(CHAT, SAID)).writes();

    assertThat(KeptMessages.anew(kept, "task"))
        .flatExtracting(it -> (List<?>) it.value())
        .extracting(it -> ((Message) it).id())
        .doesNotHaveDuplicates()
        .doesNotContain("", "said");
    assertThat(KeptMessages.anew(kept, "task")).isEqualTo(KeptMessages.anew(kept, "task"));
    assertThat(KeptMessages.anew(kept, "task")).isNotEqualTo(KeptMessages.anew(kept, "other"));
  }
}
