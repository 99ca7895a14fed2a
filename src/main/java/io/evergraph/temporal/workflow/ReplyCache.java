package io.evergraph.temporal.workflow;

import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The replies of a workflow that are being read in parts, so that the parts fit together though its
 * thread goes on. What is held may be lost at any time: whoever finds it lost reads from the start.
 *
 * <p>Queries of one workflow never run at once.
 */
final class ReplyCache {
  private static final int MOST = 8;

  private final Map<String, SoftReference<String>> texts = new LinkedHashMap<>();

  /** Returns the reply that has a digest, if it is still held. */
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
