package io.evergraph.llm.message;

/**
 * Bytes in an address: {@code data:image/png;base64,…}.
 *
 * @param type the media type; empty where nobody said
 * @param base64 the bytes
 */
record DataUri(String type, String base64) {
  static final String SCHEME = "data:";
  private static final String MARK = ";base64,";

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException when it is not one of bytes in Base64
   */
  static DataUri of(String uri) {
    int mark = uri.indexOf(MARK);
    if (!uri.startsWith(SCHEME) || mark < 0) {
      throw new IllegalArgumentException(
          "Expected data:<type>;base64,<bytes> but found '%s'."
              .formatted(uri.substring(0, Math.min(uri.length(), 40))));
    }
    return new DataUri(uri.substring(SCHEME.length(), mark), uri.substring(mark + MARK.length()));
  }

  String text() {
    return SCHEME + type + MARK + base64;
  }
}
