package io.evergraph.docs;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.temporal.HistoryReplay;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The example of the page on changing graphs. */
final class VersionsExample {
  private VersionsExample() {}

  /** What was once written. */
  record OlderLetter(String to, String text) {}

  // begin record
  record Letter(String to, String text, @Nullable String language) {
    Letter {
      language = Objects.requireNonNullElse(language, "en"); // older letters have none
    }
  }

  // end record

  static final Question<Boolean> QUESTION = Question.asking(Boolean.class, "Send it?");

  // begin first
  static final Channel<Letter> LETTER = Channel.of("letter", Letter.class);

  static Graph first() {
    return Graph.builder("letters")
        .version("1")
        .channels(LETTER)
        .node("ask", context -> Command.goTo(context.interrupt(QUESTION) ? "send" : END))
        .node("send", context -> Command.update(LETTER, sent(letter(context))))
        .edge(START, "ask")
        .ends("ask", "send", END)
        .build();
  }

  // end first

  // begin second
  static final Channel<String> CHECK = Channel.of("check", String.class);

  static Graph second() {
    return Graph.builder("letters")
        .version("2")
        .channels(LETTER, CHECK) // channels are added, never taken away
        .node("ask", context -> Command.goTo(context.interrupt(QUESTION) ? "check" : END))
        .node("check", context -> Command.update(CHECK, "in " + letter(context).language()))
        .node("send", context -> Command.update(LETTER, sent(letter(context))))
        .edge(START, "ask")
        .ends("ask", "check", END)
        .edge("check", "send")
        .build();
  }

  // end second

  private static Letter letter(NodeContext context) {
    return context.state().get(LETTER);
  }

  private static Letter sent(Letter letter) {
    return new Letter(letter.to(), letter.text() + " (sent)", letter.language());
  }

  // begin move
  static void move(GraphRuntime runtime, ThreadId thread) {
    runtime.migration(thread, "2").orThrow(); // names all that does not fit, and changes nothing
    runtime.migrate(thread, "2");
  }

  // end move

  // begin play
  static List<ReplayReport> differing(TemporalConnection production, List<ThreadId> threads) {
    HistoryReplay replay = new HistoryReplay(production, second(), first());
    return threads.stream().map(replay::play).filter(report -> !report.fits()).toList();
  }
  // end play
}
