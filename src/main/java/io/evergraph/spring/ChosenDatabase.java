package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The database that an application has chosen for something: by a URL, else its only one.
 *
 * @param setting the property that is {@code jdbc}, beside which those of the database stand
 */
record ChosenDatabase(
    String setting, EvergraphProperties.Jdbc jdbc, ObjectProvider<DataSource> databases) {
  /**
   * Checks the libraries first: without them, not even what opens something can be loaded.
   *
   * @throws InvalidInputException when one is missing
   */
  ChosenDatabase {
    Libraries.DATABASE.require(choice(setting));
  }

  private static String choice(String setting) {
    return setting + "=jdbc";
  }

  /** Opens something with connections of its own. */
  @FunctionalInterface
  interface Opening<T> {
    T open(String url, String username, String password);
  }

  /**
   * Opens what is kept in the database.
   *
   * @param within makes it in a database that stays open
   * @throws InvalidInputException when there is neither a URL nor a single database
   */
  <T> T open(Opening<T> opening, Function<DataSource, T> within) {
    return Optional.ofNullable(jdbc.url())
        .map(url -> opening.open(url, jdbc.username(), jdbc.password()))
        .or(() -> Optional.ofNullable(databases.getIfUnique()).map(within))
        .orElseThrow(
            () ->
                new InvalidInputException(
                    choice(setting),
                    setting.substring(0, setting.lastIndexOf('.'))
                        + ".jdbc.url, or one DataSource bean",
                    "neither"));
  }
}
