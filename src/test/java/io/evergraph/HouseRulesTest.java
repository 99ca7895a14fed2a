package io.evergraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules find what they are there to find, in a small house that breaks all of them. */
class HouseRulesTest {
  private static final House HOUSE = new House("io.evergraph.fixture");
  private static final HouseRules RULES = new HouseRules(HOUSE);
  private static final JavaClasses FIXTURE = new ClassFileImporter().importPackages(HOUSE.root());

  @Test
  void shouldFindImportsUpwardsSidewaysAndFromOutsideWhenRanksAreBroken() {
    assertThat(violationsOf(RULES.ranks()))
        .anyMatch(it -> it.contains("Worldly") && it.contains("fixture.runtime.Upstairs"))
        .anyMatch(it -> it.contains("Worldly") && it.contains("com.fasterxml.jackson"))
        .anyMatch(it -> it.contains("Upstairs") && it.contains("fixture.export.Beside"))
        .anyMatch(it -> it.contains("Beside") && it.contains("fixture.runtime.Upstairs"))
        .anyMatch(it -> it.contains("Stray") && it.contains("without a rank"));
  }

  @Test
  void shouldFindTheCycleWhenTwoPackagesNeedEachOther() {
    assertThat(violationsOf(RULES.noCycles()))
        .anyMatch(it -> it.contains("Slice export") && it.contains("Slice runtime"));
  }

  @Test
  void shouldFindEveryWayToTheWorldWhenAPureRankUsesIt() {
    assertThat(violationsOf(RULES.purity()))
        .anyMatch(it -> it.contains("java.time.Instant.now()"))
        .anyMatch(it -> it.contains("java.util.UUID.randomUUID()"))
        .anyMatch(it -> it.contains("java.lang.Math.random()"))
        .anyMatch(it -> it.contains("java.lang.Thread"))
        .anyMatch(it -> it.contains("java.util.logging.Logger"))
        .anyMatch(it -> it.contains("java.nio.file.Files"))
        .anyMatch(it -> it.contains("java.lang.Class.forName"))
        .anyMatch(it -> it.contains("getDeclaredConstructor"))
        .anyMatch(it -> it.contains("java.lang.System"))
        .noneMatch(it -> it.contains("Upstairs.<init>"));
  }

  @Test
  void shouldFindWhatCanBeChangedWhenAPureRankKeepsItInStatics() {
    assertThat(violationsOf(RULES.noMutableStatics()))
        .anyMatch(it -> it.contains("Worldly.counter"))
        .anyMatch(it -> it.contains("Worldly.CACHE"))
        .anyMatch(it -> it.contains("Worldly.WORDS"))
        .noneMatch(it -> it.contains("INTERFACE_TYPED"));
  }

  @Test
  void shouldFindPackagesWhenTheyAreNotMarked() {
    assertThat(violationsOf(RULES.packagesAreNullMarked()))
        .anyMatch(it -> it.contains("fixture.graph has no package-info"))
        .anyMatch(it -> it.contains("fixture.export has no package-info"));
  }

  @Test
  void shouldFindPrintingLoggingAndNamelessErrors() {
    assertThat(violationsOf(RULES.noPrinting()))
        .anyMatch(it -> it.contains("System.out"))
        .anyMatch(it -> it.contains("printStackTrace"));
    assertThat(violationsOf(RULES.noJavaUtilLogging()))
        .anyMatch(it -> it.contains("java.util.logging.Logger"));
    assertThat(violationsOf(RULES.noNamelessErrors()))
        .anyMatch(it -> it.contains("java.lang.RuntimeException"))
        .noneMatch(it -> it.contains("IllegalStateException"));
  }

  private static List<String> violationsOf(ArchRule rule) {
    List<String> violations = rule.evaluate(FIXTURE).getFailureReport().getDetails();
    assertThat(violations).noneMatch(it -> it.contains("Exemplary"));
    return violations;
  }
}
