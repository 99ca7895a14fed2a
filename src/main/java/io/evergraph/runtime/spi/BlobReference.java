package io.evergraph.runtime.spi;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.graph.ContentHash;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Names a content in a {@link BlobStore}, by what it is.
 *
 * @param hash the SHA-256 of the content, 64 lower-case hex digits
 * @param size its size in bytes
 */
public record BlobReference(String hash, long size) {
  /** Checks the form of the hash: stores make names of files of it. */
  public BlobReference {
    if (!hash.matches("[0-9a-f]{64}") || size < 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "Expected 64 hex digits and a size but found '%s', %d.", hash, size));
    }
  }

  /** Returns the reference of a content. */
  public static BlobReference of(byte[] content) {
    return new BlobReference(
        HexFormat.of().formatHex(ContentHash.sha256().digest(content)), content.length);
  }

  /**
   * Returns a content that this names.
   *
   * @throws BlobUnavailableException when this names another one
   */
  public byte[] verified(byte[] content) {
    if (of(content).equals(this)) {
      return content;
    }
    throw BlobUnavailableException.lost(hash, "the store holds another content under its name");
  }
}
