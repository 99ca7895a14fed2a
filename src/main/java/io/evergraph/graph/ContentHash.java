package io.evergraph.graph;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Names derived from content: the same parts give the same name in every process, on every replay.
 */
public final class ContentHash {
  private static final char SEPARATOR = '\u001f';
  private static final int HEX_BYTES = 16;
  private static final int USUAL_LENGTH = 96;

  /** Only ever cloned: to look the algorithm up costs more than to hash a few words. */
  private static final MessageDigest FRESH = sha256();

  private ContentHash() {}

  /** Returns 32 hex digits of the SHA-256 of the parts. */
  public static String hex(Object... parts) {
    return HexFormat.of().formatHex(digest(parts), 0, HEX_BYTES);
  }

  /** Returns the parts' SHA-256 in the form of a UUID (version 8, RFC 9562: vendor-specific). */
  public static String uuid(Object... parts) {
    byte[] bytes = digest(parts);
    bytes[6] = (byte) ((bytes[6] & 0x0f) | 0x80);
    bytes[8] = (byte) ((bytes[8] & 0x3f) | 0x80);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong()).toString();
  }

  private static byte[] digest(Object... parts) {
    StringBuilder text = new StringBuilder(USUAL_LENGTH);
    for (Object part : parts) {
      text.append(part).append(SEPARATOR);
    }
    return fresh().digest(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static MessageDigest fresh() {
    try {
      return (MessageDigest) FRESH.clone();
    } catch (CloneNotSupportedException rare) {
      return sha256();
    }
  }

  /** Returns a fresh SHA-256. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java platform has SHA-256.", impossible);
    }
  }
}
