package io.evergraph.runtime.codec;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;

/**
 * Counts the characters that regular expressions look at, and ends a check that looks at too many:
 * some patterns take exponential time. The count is the same in every process.
 */
final class PatternWork {
  private static final int MOST = 5_000_000;

  private int done;

  void begin() {
    done = 0;
  }

  RegularExpression expression(String pattern) {
    Pattern compiled =
        Pattern.compile(
            RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(pattern)));
    return text -> compiled.matcher(new CountedText(text)).find();
  }

  private void count() {
    done++;
    if (done > MOST) {
      throw new IllegalStateException("the patterns of the schema take too long for this value");
    }
  }

  private final class CountedText implements CharSequence {
    private final CharSequence text;

    CountedText(CharSequence text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      count();
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new CountedText(text.subSequence(start, end));
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
