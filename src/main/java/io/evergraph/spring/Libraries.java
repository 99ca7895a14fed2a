package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.springframework.util.ClassUtils;

/**
 * What a back-end needs on the class path, which only some applications have.
 *
 * @param artifacts all of it, for people
 * @param classes one class of each
 */
record Libraries(String artifacts, List<String> classes) {
  static final Libraries DATABASE =
      new Libraries(
          "org.springframework:spring-jdbc, com.zaxxer:HikariCP, org.flywaydb:flyway-core with the"
              + " module of the database, and its driver,",
          List.of(
              "org.springframework.jdbc.core.simple.JdbcClient",
              "org.flywaydb.core.Flyway",
              "com.zaxxer.hikari.HikariDataSource"));

  static final Libraries REDIS =
      new Libraries("io.lettuce:lettuce-core", List.of("io.lettuce.core.RedisClient"));

  static final Libraries TASKS =
      new Libraries(
          "io.github.resilience4j:resilience4j-circuitbreaker",
          List.of(TaskConfiguration.BREAKERS));

  static final Libraries LIMITS_IN_DATABASE =
      new Libraries(
          "com.bucket4j:bucket4j_jdk17-postgresql",
          List.of("io.github.bucket4j.postgresql.Bucket4jPostgreSQL"));

  static final Libraries LIMITS_IN_REDIS =
      new Libraries(
          "com.bucket4j:bucket4j_jdk17-lettuce",
          List.of("io.github.bucket4j.redis.lettuce.Bucket4jLettuce"));

  Libraries {
    classes = List.copyOf(classes);
  }

  /**
   * Lets an application have what it has chosen.
   *
   * @param choice the property and its value
   * @throws InvalidInputException when a library is missing; names all that are needed
   */
  void require(String choice) {
    Optional<String> missing =
        classes.stream().filter(name -> !ClassUtils.isPresent(name, null)).findFirst();
    if (missing.isPresent()) {
      throw new InvalidInputException(
          choice, artifacts + " on the class path", "no " + missing.get());
    }
  }
}
