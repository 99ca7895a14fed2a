package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.state.NumberLimits;
import java.util.Optional;

/**
 * The limits of values: whatever is nested deeper, or holds larger numbers, could not be read,
 * shown or reduced at a bounded cost.
 */
final class JsonLimits {
  /** The least that JSON libraries read and write is 500, with all that is around a value. */
  static final int DEPTH = 450;

  private JsonLimits() {}

  /**
   * Lets a value pass that is within the limits.
   *
   * @param place what is read, for the message
   * @throws InvalidValueException when it is not
   */
  static void require(JsonNode tree, String place) {
    require(tree, place, 0);
  }

  private static void require(JsonNode tree, String place, int depth) {
    if (depth > DEPTH) {
      throw new InvalidValueException(
          place, "a value that is nested at most " + DEPTH + " deep", "one that is nested deeper");
    }
    if (tree.isContainerNode()) {
      tree.forEach(inner -> require(inner, place, depth + 1));
    } else if (tree.isBigDecimal() || tree.isBigInteger()) {
      Optional<String> excess = NumberLimits.excess(tree.numberValue());
      if (excess.isPresent()) {
        throw new InvalidValueException(place, NumberLimits.expected(), excess.get());
      }
    }
  }
}
