package io.evergraph.demo.airline;

import io.evergraph.demo.airline.RecordedMessage.Tool;
import java.util.List;
import java.util.Optional;

record ReplayComparison(Conversation conversation) {

  int wholeSize() {
    return recorded().size() + closingAnswers();
  }

  int closingAnswers() {
    return conversation.endsOpen() ? 1 : 0;
  }

  private List<RecordedMessage> recorded() {
    return conversation.messages();
  }

  Optional<String> mismatch(List<RecordedMessage> said) {
    return Difference.between(recorded(), said)
        .or(() -> toolNames(said))
        .map(Difference::describe)
        .or(() -> beyondTheRecording(said));
  }

  /** A thread names the tool of every result, a recording mostly. */
  private Optional<Difference> toolNames(List<RecordedMessage> said) {
    for (int i = 0; i < Math.min(recorded().size(), said.size()); i++) {
      if (recorded().get(i) instanceof Tool expected
          && expected.tool() != null
          && said.get(i) instanceof Tool found
          && !expected.tool().equals(found.tool())) {
        return Optional.of(new Difference(i, "name", expected.tool(), found.tool()));
      }
    }
    return Optional.empty();
  }

  private Optional<String> beyondTheRecording(List<RecordedMessage> said) {
    for (int i = recorded().size(); i < said.size(); i++) {
      boolean closes = i < wholeSize() && said.get(i).equals(RecordedReplies.CLOSING);
      if (!closes) {
        return Optional.of(
            "message %d: expected %s, found one from role %s"
                .formatted(
                    i,
                    i < wholeSize() ? "one empty answer that closes the recording" : "no message",
                    said.get(i).role()));
      }
    }
    return Optional.empty();
  }
}
