package io.evergraph;

import static java.util.Map.entry;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The packages of the house, each with its rank and with what it may import from outside.
 *
 * @param root the package that holds them
 */
record House(String root) {
  /** The last rank that knows the JDK and JSpecify only, and nothing of the world. */
  static final int LAST_PURE_RANK = 4;

  private static final List<String> EVERYWHERE = List.of("java.", "org.jspecify.");
  private static final List<String> JDK = List.of("javax.", "com.sun.net.httpserver.", "jdk.");
  private static final List<String> JACKSON = List.of("com.fasterxml.jackson.");
  private static final List<String> JSON_NAMES = List.of("com.fasterxml.jackson.annotation.");
  private static final List<String> WIRE =
      List.of(
          "tools.jackson.databind.json.JsonMapper",
          "tools.jackson.databind.DeserializationFeature");
  private static final List<String> SLF4J = List.of("org.slf4j.");
  private static final List<String> SCHEMAS =
      List.of(
          "com.networknt.",
          "com.github.victools.",
          "com.fasterxml.classmate.",
          "tools.jackson.databind.node.");
  private static final List<String> LANGCHAIN4J = List.of("dev.langchain4j.");
  private static final List<String> TEMPORAL =
      List.of("io.temporal.", "com.google.protobuf.", "io.grpc.", "com.uber.m3.");
  private static final List<String> STORES =
      List.of(
          "org.springframework.",
          "org.flywaydb.",
          "io.github.bucket4j.",
          "com.zaxxer.hikari.",
          "com.github.benmanes.caffeine.",
          "io.lettuce.",
          "org.postgresql.",
          "redis.clients.");
  private static final List<String> CACHES = List.of("com.github.benmanes.caffeine.");
  private static final List<String> RETRIES = List.of("dev.failsafe.");
  private static final List<String> RESILIENCE = List.of("io.github.resilience4j.");
  private static final List<String> ALIBABA =
      List.of("com.alibaba.cloud.ai.graph.", "reactor.core.", "org.reactivestreams.");
  private static final List<String> ASSERTJ = List.of("org.assertj.");
  private static final List<String> JUNIT = List.of("org.junit.jupiter.api.extension.");
  private static final List<String> SPRING = List.of("org.springframework.", "jakarta.");
  private static final List<String> OPENAPI = List.of("org.springdoc.", "io.swagger.v3.oas.");
  private static final List<String> METRICS = List.of("io.micrometer.");
  private static final List<String> PICOCLI = List.of("picocli.");
  private static final List<String> ALL = List.of("");

  private static final Map<String, Storey> STOREYS =
      Map.ofEntries(
          entry("error", storey(0)),
          entry("state", storey(1)),
          entry("graph", storey(2)),
          entry("pregel", storey(3)),
          entry("event", storey(4)),
          entry("runtime", storey(5, JDK, JACKSON, SLF4J, SCHEMAS, CACHES, RETRIES)),
          entry("export", storey(5, JACKSON)),
          entry("llm", storey(6, JDK, LANGCHAIN4J, JACKSON, SLF4J)),
          entry("temporal", storey(6, JDK, TEMPORAL, JACKSON, SLF4J, CACHES, RETRIES)),
          entry("backend", storey(6, JDK, STORES, SLF4J)),
          entry("agent", storey(7, JDK, LANGCHAIN4J, SLF4J)),
          entry("bridge", storey(7, ALIBABA)),
          entry("task", storey(7, JDK, RESILIENCE, SLF4J)),
          entry("testkit", storey(8, JDK, LANGCHAIN4J, JACKSON, SLF4J, TEMPORAL, ASSERTJ, JUNIT)),
          entry("server", storey(8, JDK, SPRING, OPENAPI, JSON_NAMES, WIRE, SLF4J, CACHES)),
          entry("studio", storey(9, JDK, SPRING)),
          entry("spring", storey(10, JDK, SPRING, SLF4J, METRICS, TEMPORAL)),
          entry("demo", storey(11, ALL)),
          entry("cli", storey(12, JDK, PICOCLI, SPRING, OPENAPI)));

  /**
   * Where a package stands.
   *
   * @param rank it may import packages of lower rank only
   * @param outside the prefixes of what it may import from outside the house
   */
  private record Storey(int rank, List<String> outside) {}

  @SafeVarargs
  private static Storey storey(int rank, List<String>... outside) {
    return new Storey(
        rank,
        Stream.concat(EVERYWHERE.stream(), Stream.of(outside).flatMap(List::stream)).toList());
  }

  /** Returns the packages of the pure ranks, for rules. */
  String[] purePackages() {
    return STOREYS.entrySet().stream()
        .filter(storey -> storey.getValue().rank() <= LAST_PURE_RANK)
        .map(storey -> root + "." + storey.getKey() + "..")
        .toArray(String[]::new);
  }

  /** Returns the name of the package of the house that a class belongs to. */
  Optional<String> packageOf(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(root + ".")
        ? Optional.of(name.substring(root.length() + 1).split("\\.")[0])
        : Optional.empty();
  }

  /** Every class stands in a package that has a rank. */
  ArchCondition<JavaClass> standInAPackageWithARank() {
    return new Condition("stand in a package with a rank") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        if (packageOf(type).filter(STOREYS::containsKey).isEmpty()) {
          violated(type, type.getName() + " stands in a package without a rank", events);
        }
      }
    };
  }

  /** Every class imports only what its package may import. */
  ArchCondition<JavaClass> importOnlyWhatItsRankAllows() {
    return new Condition("import only what its rank allows") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Optional<String> own = packageOf(type).filter(STOREYS::containsKey);
        type.getDirectDependenciesFromSelf().stream()
            .filter(dependency -> own.isPresent() && !allows(own.get(), dependency))
            .forEach(dependency -> violated(type, dependency.getDescription(), events));
      }
    };
  }

  /** Every class knows only its own room of a package and those before it. */
  ArchCondition<JavaClass> knowOnlyRoomsBefore(String storey, List<String> rooms) {
    return new Condition("know only the rooms before its own: " + rooms) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        int own = rooms.indexOf(roomOf(type, storey));
        if (own < 0) {
          violated(type, type.getName() + " stands in no room of " + storey, events);
        }
        type.getDirectDependenciesFromSelf().stream()
            .filter(it -> packageOf(it.getTargetClass()).filter(storey::equals).isPresent())
            .filter(it -> rooms.indexOf(roomOf(it.getTargetClass(), storey)) > own)
            .forEach(it -> violated(type, it.getDescription(), events));
      }
    };
  }

  /** The part of the package's name behind the storey's; empty for its root. */
  private String roomOf(JavaClass type, String storey) {
    String whole = type.getPackageName() + ".";
    String start = root + "." + storey + ".";
    return whole.substring(start.length()).replace(".", "");
  }

  private boolean allows(String own, Dependency dependency) {
    JavaClass target = dependency.getTargetClass().getBaseComponentType();
    if (target.isPrimitive()) {
      return true;
    }
    return packageOf(target)
        .map(other -> other.equals(own) || isBelow(other, own))
        .orElseGet(
            () -> STOREYS.get(own).outside().stream().anyMatch(target.getName()::startsWith));
  }

  private static boolean isBelow(String other, String own) {
    return STOREYS.containsKey(other) && STOREYS.get(other).rank() < STOREYS.get(own).rank();
  }

  /** A condition on a class that reports in one line. */
  abstract static class Condition extends ArchCondition<JavaClass> {
    Condition(String description) {
      super(description);
    }

    static void violated(JavaClass type, String message, ConditionEvents events) {
      events.add(SimpleConditionEvent.violated(type, message));
    }
  }
}
