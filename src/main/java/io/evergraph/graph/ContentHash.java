package io.evergraph.graph;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names derived from content: the same parts give the same name in every process, on every replay.
 */
public final class ContentHash {
  private static final char SEPARATOR = '\u001f';
  private static final int HEX_DIGITS = 32;

  private ContentHash() {}

  /** Returns 32 hex digits of the SHA-256 of the parts. */
  public static String hex(Object... parts) {
    return HexFormat.of().formatHex(digest(parts)).substring(0, HEX_DIGITS);
  }

  /** Returns the parts' SHA-256 in the form of a UUID (version 8, RFC 9562: vendor-specific). */
  public static String uuid(Object... parts) {
    byte[] bytes = digest(parts);
    bytes[6] = (byte) ((bytes[6] & 0x0f) | 0x80);
    bytes[8] = (byte) ((bytes[8] & 0x3f) | 0x80);
    String hex = HexFormat.of().formatHex(bytes, 0, 16);
    return String.join(
        "-",
        hex.substring(0, 8),
        hex.substring(8, 12),
        hex.substring(12, 16),
        hex.substring(16, 20),
        hex.substring(20));
  }

  private static byte[] digest(Object... parts) {
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      text.append(part).append(SEPARATOR);
    }
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java platform has SHA-256.", impossible);
    }
  }
}
