package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.TooLargeException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.ContentHash;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.State;
import io.evergraph.temporal.payload.Referable;
import io.evergraph.temporal.payload.ReplyPages;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.EventPage;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.PreviousExecution;
import io.evergraph.temporal.protocol.ReplyPart;
import io.evergraph.temporal.protocol.StatePage;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.protocol.Topology;
import io.evergraph.temporal.protocol.Unsaved;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the workflow of a thread replies to queries that may grow: how the thread is doing, its
 * runs, its questions, its events, its checkpoints. To the runtime they are told in parts; as a
 * whole, to those who ask by hand, where they are not too large to be sent in one piece. Reads
 * only.
 */
public final class QueryHandlers {
  /** What the checkpoint store does not have yet; told to the runtime only. */
  public static final String UNSAVED = "unsaved";

  /** The queries whose replies are told in parts. */
  public static final Set<String> NAMES =
      Set.of(
          "status",
          "statusAt",
          "run",
          "interrupts",
          "history",
          "events",
          "copy",
          "past",
          "topology",
          UNSAVED);

  /** So few that they may all take three bytes, or a backslash each. */
  private static final int CHARACTERS = 400_000;

  private static final String IN_PARTS =
      "The runtime reads it in parts; by hand, ask the query 'part' for them: "
          + "{\"query\":\"…\",\"argument\":…,\"from\":0}.";

  private static final String READ_IT = "Read it through Evergraph, which reads it in parts.";

  private final GraphThread thread;
  private final ReplyCache held = new ReplyCache();

  QueryHandlers(GraphThread thread) {
    this.thread = thread;
  }

  /** Returns a reply, or fails as its reader expects. */
  static <T> T orFailure(Supplier<T> reply) {
    try {
      return reply.get();
    } catch (GraphException refused) {
      throw Failures.of(refused);
    }
  }

  private StateCodec codec() {
    return thread.shared().codec();
  }

  HistoryPage historyPage(@Nullable HistoryQuery query) {
    HistoryQuery wanted = Optional.ofNullable(query).orElseGet(HistoryQuery::all);
    List<HistoryPage.Entry> all = thread.views().history(wanted);
    List<HistoryPage.Entry> page = all.subList(0, ReplyPages.end(all, 0, this::length));
    boolean more = page.size() < all.size();
    return more
        ? new HistoryPage(page, page.get(page.size() - 1).thread().checkpoint(), null)
        : new HistoryPage(page, 0, thread.before(wanted).orElse(null));
  }

  EventPage eventPage(@Nullable Long from) {
    long wanted = Math.max(1, Optional.ofNullable(from).orElse(1L));
    Optional<PreviousExecution> earlier =
        wanted < thread.firstEvent() ? thread.earlier().ofEvent(wanted) : Optional.empty();
    if (earlier.isPresent()) {
      return EventPage.of(earlier.get());
    }
    long first = Math.max(wanted, thread.firstEvent());
    List<RunEvent> all = thread.driver().events(first);
    int end = ReplyPages.end(all, 0, this::length);
    List<RunEvent> page = List.copyOf(all.subList(0, end));
    return new EventPage(page, first + page.size(), page.size() < all.size(), null);
  }

  Optional<ThreadView> statusAt(long checkpoint) {
    return thread.views().view(checkpoint).map(view -> whole("statusAt", view));
  }

  /** Returns the state of the head for somebody who asks by hand. */
  Map<String, @Nullable Object> state() {
    State state = thread.views().snapshot().state();
    SizeGuard.requireShown(codec().toJson(state), "the state in one reply", READ_IT);
    return codec().plain(state);
  }

  StatePage statePage(StatePage.Request request) {
    try {
      BoundThread bound = thread.bindingOrThrow(request.checkpoint());
      return new StatePages(bound, codec(), thread.shared().guard()).page(request);
    } catch (GraphException missing) {
      return StatePage.refused(missing);
    }
  }

  Optional<Topology> topology() {
    return thread.binding().map(bound -> Topology.of(bound.pregel().spec(), bound.codec()));
  }

  /** Returns the context of a run, if it is the last one. */
  Optional<JsonNode> context(String runId) {
    return thread
        .driver()
        .progress()
        .flatMap(progress -> progress.at().lastSegment())
        .filter(segment -> segment.runId().equals(runId))
        .map(segment -> codec().toJson(segment.settings().context()));
  }

  private long length(Object value) {
    return codec().toJson(value).toString().length();
  }

  /** Returns a reply that is sent in one piece. What travels by reference has no size. */
  <T> T whole(String query, T reply) {
    if (reply instanceof Referable && thread.shared().guard().refers()) {
      return reply;
    }
    long bytes = text(reply).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > SizeGuard.PAYLOAD_BYTES) {
      throw Failures.of(
          new TooLargeException(
              "the reply to the query '" + query + "'", bytes, SizeGuard.PAYLOAD_BYTES, IN_PARTS));
    }
    return reply;
  }

  private String text(@Nullable Object reply) {
    try {
      return codec().mapper().writeValueAsString(reply);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Returns a part of what a query would reply at this moment, or of what it replied when its first
   * part was asked for.
   */
  ReplyPart part(ReplyPart.Request request) {
    String text =
        held.find(request.digest())
            .orElseGet(() -> text(reply(request.query(), request.argument())));
    return part(text, Math.min(Math.max(0, request.from()), text.length()));
  }

  private ReplyPart part(String text, int from) {
    int end = end(text, from);
    if (from == 0 && end == text.length()) {
      return new ReplyPart(text, 0, "");
    }
    String digest = ContentHash.hex(text);
    if (end < text.length()) {
      held.hold(digest, text);
      return new ReplyPart(text.substring(from, end), end, digest);
    }
    held.drop(digest);
    return new ReplyPart(text.substring(from), 0, digest);
  }

  /** Never between the two halves of a character. */
  private static int end(String text, int from) {
    int end = Math.min(text.length(), from + CHARACTERS);
    return end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }

  private @Nullable Object reply(String query, @Nullable JsonNode argument) {
    return switch (query) {
      case "status" -> thread.views().view();
      case "statusAt" -> thread.views().view(number(argument)).orElse(null);
      case "run" -> thread.views().run(argument == null ? "" : argument.asText());
      case "interrupts" -> thread.views().interrupts();
      case "history" -> historyPage(historyQuery(argument));
      case "events" -> eventPage(number(argument));
      case "copy" -> thread.views().copied(required(argument, GraphWorkflow.CopyRequest.class));
      case UNSAVED -> thread.views().unsaved(required(argument, Unsaved.Request.class));
      case "topology" -> topology().orElse(null);
      case "past" -> thread.views().past(number(argument));
      default ->
          throw new InvalidInputException(
              "the query of a part",
              "one of " + NAMES.stream().sorted().toList(),
              "'" + query + "'");
    };
  }

  private @Nullable HistoryQuery historyQuery(@Nullable JsonNode argument) {
    return argument == null
        ? null
        : codec().fromJson(argument, HistoryQuery.class, "the argument of a query");
  }

  private <T> T required(@Nullable JsonNode argument, Class<T> type) {
    return Objects.requireNonNull(
        codec().fromJson(Objects.requireNonNull(argument), type, "the argument of a query"));
  }

  private static long number(@Nullable JsonNode argument) {
    return argument == null ? 0 : argument.asLong();
  }

  /**
   * The replies that are being read in parts, so that the parts fit together though the thread goes
   * on. What is held may be lost at any time: whoever finds it lost reads from the start.
   */
  private static final class ReplyCache {
    private static final int MOST = 8;

    private final Map<String, SoftReference<String>> texts = new LinkedHashMap<>();

    Optional<String> find(@Nullable String digest) {
      return Optional.ofNullable(digest).map(texts::get).map(SoftReference::get);
    }

    void hold(String digest, String text) {
      texts.put(digest, new SoftReference<>(text));
      if (texts.size() > MOST) {
        texts.remove(texts.keySet().iterator().next());
      }
    }

    void drop(String digest) {
      texts.remove(digest);
    }
  }
}
