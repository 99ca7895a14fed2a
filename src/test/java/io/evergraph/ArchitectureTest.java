package io.evergraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The product keeps to the rules of its house. */
class ArchitectureTest {
  private static final int SENSIBLE_NUMBER_OF_CLASSES = 250;
  private static final House HOUSE = new House("io.evergraph");
  private static final HouseRules RULES = new HouseRules(HOUSE);
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(HOUSE.root());

  @Test
  void shouldHaveScannedTheProductAndNothingElse() {
    Map<String, Long> classes =
        PRODUCT.stream()
            .map(HOUSE::packageOf)
            .flatMap(Optional::stream)
            .collect(Collectors.groupingBy(name -> name, Collectors.counting()));

    assertThat(PRODUCT.size()).isGreaterThan(SENSIBLE_NUMBER_OF_CLASSES);
    assertThat(classes).containsKeys("error", "state", "graph", "pregel", "event", "runtime");
    assertThat(classes).containsKeys("demo", "cli");
    assertThat(classes).doesNotContainKey("fixture");
    assertThat(PRODUCT).extracting(JavaClass::getName).doesNotContain(getClass().getName());
  }

  @Test
  void shouldImportOnlyLowerRanksAndAllowedLibraries() {
    RULES.ranks().check(PRODUCT);
  }

  @Test
  void shouldHaveNoCycles() {
    RULES.noCycles().check(PRODUCT);
  }

  @Test
  void shouldBePureInTheLowerRanks() {
    RULES.purity().check(PRODUCT);
  }

  @Test
  void shouldBeDeterministicWhereWorkflowsReplay() {
    RULES.determinism().check(PRODUCT);
  }

  @Test
  void shouldKeepTheOrderOfTheRooms() {
    RULES
        .roomOrder("runtime", List.of("spi", "codec", "", "thread", "node", "stream", "memory"))
        .check(PRODUCT);
    RULES.roomOrder("llm", List.of("message", "limit", "tool", "model")).check(PRODUCT);
    RULES
        .roomOrder(
            "temporal",
            List.of("payload", "protocol", "connection", "workflow", "client", "worker", ""))
        .check(PRODUCT);
  }

  @Test
  void shouldHaveNoMutableStaticsInTheLowerRanks() {
    RULES.noMutableStatics().check(PRODUCT);
  }

  @Test
  void shouldMarkNullsInEveryPackage() {
    RULES.packagesAreNullMarked().check(PRODUCT);
  }

  @Test
  void shouldPrintOnlyWherePeopleReadIt() {
    RULES.noPrinting().check(PRODUCT);
  }

  @Test
  void shouldLogThroughSlf4jOnly() {
    RULES.noJavaUtilLogging().check(PRODUCT);
  }

  @Test
  void shouldGiveEveryErrorAName() {
    RULES.noNamelessErrors().check(PRODUCT);
  }
}
