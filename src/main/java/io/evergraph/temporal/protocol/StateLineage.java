package io.evergraph.temporal.protocol;

import com.google.protobuf.ByteString;
import io.evergraph.graph.ContentHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Digests of the states of one run: each stands for every message and result that was applied to
 * get there, in order.
 *
 * <p>A worker whose workflow task was given to another one has gone a way that never was; what it
 * holds of that way has other digests. Made from what the history records, never from values in
 * memory, whose order may differ from process to process. Deterministic; not safe for use by
 * several threads.
 */
public final class StateLineage {
  /** Stands for the states that a run began with. */
  public static final String OF_BEGINNING = "";

  private static final int SHORT_BYTES = 4;
  private static final int KEPT = 4_096;

  private final Map<Long, String> byNumber = new HashMap<>();
  private final MessageDigest hash = ContentHash.sha256();
  private byte[] chain = {};
  private long last;

  /**
   * Begins a run.
   *
   * @param number the number of the last checkpoint that the run begins with; 0 for none
   */
  public StateLineage(long number) {
    this.last = number;
  }

  public void add(String identity, String content) {
    add(identity, ByteString.copyFromUtf8(content));
  }

  public void add(String identity, ByteString content) {
    hash.update(chain);
    hash.update(identity.getBytes(StandardCharsets.UTF_8));
    hash.update((byte) 0);
    hash.update(content.asReadOnlyByteBuffer());
    chain = hash.digest();
  }

  /**
   * Notes that the causes so far have led to a checkpoint, and to those before it that have no
   * digest yet.
   *
   * @param isKept tells which checkpoints may still be asked for
   */
  public void reached(long number, LongPredicate isKept) {
    while (last < number) {
      last++;
      byNumber.put(last, shortForm(last));
    }
    if (byNumber.size() > KEPT) {
      byNumber.keySet().removeIf(known -> !isKept.test(known));
    }
  }

  private String shortForm(long number) {
    hash.update(chain);
    byte[] whole = hash.digest(Long.toString(number).getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(whole, SHORT_BYTES));
  }

  public String of(long number) {
    return byNumber.getOrDefault(number, OF_BEGINNING);
  }
}
