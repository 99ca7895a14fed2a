package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import io.evergraph.temporal.payload.ReplyPages;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.StateLineage;
import io.evergraph.temporal.protocol.StatePage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells what leads to the state of a checkpoint: the writes since the nearest state that the asker
 * holds, or the state itself where there is none, or it is too far away.
 */
final class StatePages {
  private static final int CHUNK_BYTES = 200_000;
  private static final int LONGEST_WAY = 200;
  private static final String SPLIT_IT =
      "Hold less in one value: lists and maps are told in parts, other values are not.";

  private final ThreadProgress progress;
  private final StateLineage digests;
  private final StateCodec codec;
  private final SizeGuard guard;

  StatePages(BoundThread bound, StateCodec codec, SizeGuard guard) {
    this.progress = bound.progress();
    this.digests = bound.lineage();
    this.codec = codec;
    this.guard = guard;
  }

  /**
   * Returns a page of the way to a state.
   *
   * @throws io.evergraph.error.StateMissingException when the checkpoint is not kept
   */
  StatePage page(StatePage.Request request) {
    Commit wanted = progress.commitOrThrow(request.checkpoint());
    List<Commit> way = new ArrayList<>();
    long base = walk(wanted, request.held(), way);
    List<StatePage.Piece> pieces = base == 0 ? whole(wanted.state()) : writes(way);
    return cut(
        new StatePage(
            wanted.namespace(),
            digests.of(request.checkpoint()),
            base,
            pieces,
            request.from(),
            null));
  }

  /**
   * Collects the commits after the nearest held one, oldest first; 0 when there is none. A sibling
   * of another checkpoint repeats its writes, but has no superstep of its own: it is told whole.
   */
  private long walk(Commit wanted, List<StatePage.Request.Held> held, List<Commit> way) {
    @Nullable Commit commit = wanted;
    while (commit != null && way.size() <= LONGEST_WAY) {
      if (isHeld(commit.number(), held)) {
        Collections.reverse(way);
        return commit.number();
      }
      if (commit.source() == Source.FORK && !commit.contributions().isEmpty()) {
        return 0;
      }
      way.add(commit);
      commit = commit.parent() == 0 ? null : progress.commit(commit.parent()).orElse(null);
    }
    return 0;
  }

  private boolean isHeld(long number, List<StatePage.Request.Held> held) {
    return held.stream()
        .filter(it -> it.checkpoint() == number)
        .anyMatch(it -> it.digestOrBeginning().equals(digests.of(number)));
  }

  private static List<StatePage.Piece> writes(List<Commit> way) {
    List<StatePage.Piece> pieces = new ArrayList<>();
    for (Commit commit : way) {
      if (commit.endsStep()) {
        pieces.add(new StatePage.Piece(StatePage.How.CLEAR, null, commit.number(), List.of()));
      }
      for (TaskWrites contribution : commit.contributions()) {
        pieces.add(
            new StatePage.Piece(
                StatePage.How.APPLY,
                contribution.writer(),
                commit.number(),
                contribution.writes()));
      }
    }
    return pieces;
  }

  private List<StatePage.Piece> whole(State state) {
    List<StatePage.Piece> pieces = new ArrayList<>();
    state
        .values()
        .forEach(
            (channel, value) -> {
              if (value instanceof List<?> list && !list.isEmpty()) {
                List<JsonNode> elements = list.stream().<JsonNode>map(codec::toJson).toList();
                chunks(channel, elements, it -> it.toString().length(), it -> it, pieces);
              } else if (value instanceof Map<?, ?> map && !map.isEmpty()) {
                // Keys have their JSON form only in the tree of the whole map
                Set<Map.Entry<String, JsonNode>> entries = codec.toJson(map).properties();
                chunks(channel, entries, StatePages::length, StatePages::asMap, pieces);
              } else {
                pieces.add(held(StatePage.How.HOLD, channel, value));
              }
            });
    return pieces;
  }

  private static <T> void chunks(
      String channel,
      Collection<T> parts,
      ToIntFunction<T> length,
      Function<List<T>, Object> together,
      List<StatePage.Piece> pieces) {
    List<T> chunk = new ArrayList<>();
    int size = 0;
    StatePage.How how = StatePage.How.HOLD;
    for (T part : parts) {
      chunk.add(part);
      size += length.applyAsInt(part);
      if (size > CHUNK_BYTES) {
        pieces.add(held(how, channel, together.apply(chunk)));
        how = StatePage.How.EXTEND;
        chunk = new ArrayList<>();
        size = 0;
      }
    }
    if (!chunk.isEmpty()) {
      pieces.add(held(how, channel, together.apply(chunk)));
    }
  }

  private static int length(Map.Entry<String, JsonNode> entry) {
    return entry.getKey().length() + entry.getValue().toString().length();
  }

  private static Object asMap(List<Map.Entry<String, JsonNode>> entries) {
    Map<String, JsonNode> map = new LinkedHashMap<>();
    entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    return map;
  }

  private static StatePage.Piece held(StatePage.How how, String channel, @Nullable Object value) {
    return new StatePage.Piece(how, null, 0, List.of(new Write(channel, value)));
  }

  /** One value that is larger than any reply cannot be told at all. */
  private long sendable(StatePage.Piece piece) {
    JsonNode tree = codec.toJson(piece);
    guard.requirePayload(tree, () -> "what the state holds in '" + channels(piece) + "'", SPLIT_IT);
    return tree.toString().length();
  }

  private static String channels(StatePage.Piece piece) {
    return piece.writes().stream()
        .map(Write::channel)
        .distinct()
        .collect(Collectors.joining("', '"));
  }

  /** Cuts what fits into one reply out of the whole way, from the position that it names. */
  private StatePage cut(StatePage whole) {
    List<StatePage.Piece> pieces = whole.pieces();
    int first = Math.min(whole.next(), pieces.size());
    int end = ReplyPages.end(pieces, first, this::sendable);
    return new StatePage(
        whole.namespace(),
        whole.digest(),
        whole.base(),
        pieces.subList(first, end),
        end < pieces.size() ? end : 0,
        null);
  }
}
