package io.evergraph.docs;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;

/** The example of the page on map-reduce. */
final class DigestExample {
  private DigestExample() {}

  /** Reads a document and says what is in it. */
  interface Reader {
    String summary(String document) throws Exception;
  }

  // begin graph
  static final ListChannel<String> DOCUMENTS = ListChannel.append("documents", String.class);
  static final Channel<String> DOCUMENT = Channel.of("document", String.class);
  static final ListChannel<String> SUMMARIES = ListChannel.append("summaries", String.class);
  static final Channel<String> REPORT = Channel.of("report", String.class);

  static Graph digest(Reader reader) {
    NodePolicy patient = NodePolicy.builder().attempts(4).timeout(Duration.ofSeconds(30)).build();
    return Graph.builder("digest")
        .channels(DOCUMENTS, DOCUMENT, SUMMARIES, REPORT)
        .node("read", context -> summary(reader, context.state().get(DOCUMENT)), patient)
        .node("report", DigestExample::report)
        .routes(START, DigestExample::oneTaskEach, "read")
        .edge("read", "report")
        .maxConcurrency(5)
        .build();
  }

  static List<Route> oneTaskEach(NodeContext context) {
    return context.state().get(DOCUMENTS).stream()
        .map(document -> Route.send("read", StateUpdate.of(DOCUMENT, document)))
        .toList();
  }

  static Command summary(Reader reader, String document) throws Exception {
    return Command.update(SUMMARIES, reader.summary(document));
  }

  static Command report(NodeContext context) {
    return Command.update(REPORT, String.join("\n", context.state().get(SUMMARIES)));
  }

  // end graph

  // begin decide
  static RunHandle decide(GraphRuntime runtime, ThreadId thread) {
    Answer[] decisions =
        runtime.parked(thread).stream().map(DigestExample::decision).toArray(Answer[]::new);
    return runtime.answer(thread, decisions); // all at once: the report waits for every document
  }

  static Answer decision(ParkedTask task) {
    return task.failure().message().contains("encrypted")
        ? Answer.skip(task.id(), StateUpdate.of(SUMMARIES, "(encrypted)"))
        : Answer.retry(task.id());
  }
  // end decide
}
