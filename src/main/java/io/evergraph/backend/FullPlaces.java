package io.evergraph.backend;

import io.evergraph.runtime.spi.AdmissionLimits.Entrant;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what the scripts of stores answer to those who want to enter places. */
public final class FullPlaces {
  private FullPlaces() {}

  /**
   * Returns who is not let in, and the place that it found full.
   *
   * @param numbers for each entrant the number of that place, from 1 on; 0 for who is in
   */
  public static Map<String, Place> of(List<Entrant> entrants, List<? extends Number> numbers) {
    Map<String, Place> full = new LinkedHashMap<>();
    for (int entrant = 0; entrant < entrants.size(); entrant++) {
      int number = numbers.get(entrant).intValue();
      if (number > 0) {
        Entrant refused = entrants.get(entrant);
        full.put(refused.holder(), refused.places().get(number - 1));
      }
    }
    return full;
  }
}
