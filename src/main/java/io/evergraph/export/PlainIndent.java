package io.evergraph.export;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;

/** Two blanks a level, every element on its own line, the same newline on every platform. */
final class PlainIndent extends DefaultPrettyPrinter {
  private static final long serialVersionUID = 1L;

  PlainIndent() {
    super(
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator(""));
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    indentObjectsWith(indenter);
    indentArraysWith(indenter);
  }

  private PlainIndent(PlainIndent base) {
    super(base);
  }

  @Override
  public PlainIndent createInstance() {
    return new PlainIndent(this);
  }
}
