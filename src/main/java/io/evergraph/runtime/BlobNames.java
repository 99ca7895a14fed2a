package io.evergraph.runtime;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds names of contents in texts: each run of 64 hex digits that is the hash of a known content,
 * whatever stands around it. JSON that is packed into a text, as zlib's form in Base64, is looked
 * into.
 */
final class BlobNames {
  private static final int DIGITS = 64;
  private static final int CHUNK = 1 << 16;
  private static final Pattern PACKED = Pattern.compile("\"(e[AFJN][A-Za-z0-9+/]++={0,2})\"");

  private final Set<String> known;
  private final Set<String> found = new HashSet<>();
  private final Deque<String> news = new ArrayDeque<>();

  /**
   * Makes a search.
   *
   * @param known the hashes to look for
   */
  BlobNames(Set<String> known) {
    this.known = known;
  }

  /** Returns the hashes that were found. */
  Set<String> found() {
    return found;
  }

  /** Returns a hash that was found and that this has not returned yet; null when there is none. */
  @Nullable String next() {
    return news.poll();
  }

  /** Looks into a text; bytes are given as ISO 8859-1. */
  void in(String text) {
    scan(text);
    Matcher packed = PACKED.matcher(text);
    while (packed.find()) {
      scanPacked(packed.group(1));
    }
  }

  private void scan(String text) {
    int run = 0;
    for (int at = 0; at < text.length(); at++) {
      run = isDigit(text.charAt(at)) ? run + 1 : 0;
      if (run >= DIGITS) {
        note(text.substring(at + 1 - DIGITS, at + 1));
      }
    }
  }

  private void note(String hash) {
    if (known.contains(hash) && found.add(hash)) {
      news.add(hash);
    }
  }

  private static boolean isDigit(char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
  }

  /** In pieces, each with the end of the one before: a small text may hold a large one. */
  private void scanPacked(String packed) {
    try (InputStream in =
        new InflaterInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(packed)))) {
      byte[] chunk = in.readNBytes(CHUNK);
      String end = "";
      while (chunk.length > 0) {
        String text = end + new String(chunk, ISO_8859_1);
        scan(text);
        end = text.substring(Math.max(0, text.length() + 1 - DIGITS));
        chunk = in.readNBytes(CHUNK);
      }
    } catch (IOException | IllegalArgumentException plainText) {
      // a text that only looks like a packed one
    }
  }
}
