package io.evergraph.agent.hook;

import io.evergraph.llm.model.PieceFilter;
import java.util.function.UnaryOperator;

/**
 * Shows watchers a text with something else in place of personal data: what may still become some
 * is kept back. No kind reaches over a character that is no printable ASCII, cards alone over
 * spaces between digits.
 */
final class PiiFilter implements PieceFilter {
  private final UnaryOperator<String> words;
  private final StringBuilder kept = new StringBuilder();

  PiiFilter(UnaryOperator<String> words) {
    this.words = words;
  }

  @Override
  public String piece(String text) {
    kept.append(text);
    int settled = settled();
    String shown = words.apply(kept.substring(0, settled));
    kept.delete(0, settled);
    return shown;
  }

  @Override
  public String rest() {
    String shown = words.apply(kept.toString());
    kept.setLength(0);
    return shown;
  }

  /** Returns how much of the text nothing that comes can change. */
  private int settled() {
    int end = wordBefore(kept.length());
    while (mayBeInCard(end)) {
      end = beforeDigits(end);
    }
    return end;
  }

  /** Returns whether a card may reach over the space before a word. */
  private boolean mayBeInCard(int word) {
    return word > 0
        && kept.charAt(word - 1) == ' '
        && (word == kept.length() || isOfCard(kept.charAt(word)));
  }

  /** Returns where the word begins in which the digits before another one do. */
  private int beforeDigits(int word) {
    int start = word;
    while (start > 0 && isOfCard(kept.charAt(start - 1))) {
      start--;
    }
    return isPrintable(kept.charAt(start)) ? wordBefore(start) : start;
  }

  /** Returns where the word begins that ends at a position. */
  private int wordBefore(int end) {
    int start = end;
    while (start > 0 && isPrintable(kept.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean isPrintable(char character) {
    return character > ' ' && character < 0x7F;
  }

  private static boolean isOfCard(char character) {
    return character == ' ' || character == '-' || (character >= '0' && character <= '9');
  }
}
