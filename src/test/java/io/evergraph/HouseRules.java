package io.evergraph;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;

/** The rules of a house. */
record HouseRules(House house) {
  private static final String[] IMPURE_PACKAGES = {
    "java.io..",
    "java.net..",
    "java.nio.channels..",
    "java.nio.file..",
    "java.util.concurrent..",
    "java.util.logging..",
    "java.util.random..",
    "java.sql.."
  };

  private static final String[] UNDETERMINISTIC_PACKAGES = {
    "io.temporal.client..",
    "io.temporal.serviceclient..",
    "io.temporal.worker..",
    "io.grpc..",
    "com.github.benmanes.caffeine..",
    "dev.failsafe.."
  };

  private static final Set<String> IMPURE_TYPES =
      Set.of(
          "java.lang.ClassLoader",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.Runtime",
          "java.lang.System",
          "java.lang.System$Logger",
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.lang.reflect.Constructor",
          "java.lang.reflect.Field",
          "java.lang.reflect.Method",
          "java.lang.reflect.Proxy",
          "java.lang.reflect.RecordComponent",
          "java.security.SecureRandom",
          "java.time.Clock",
          "java.util.Random",
          "java.util.ServiceLoader",
          "java.util.SplittableRandom",
          "java.util.Timer");

  private static final Map<Class<?>, List<String>> IMPURE_METHODS =
      Map.of(
          Class.class, List.of("forName", "newInstance"),
          Collection.class, List.of("parallelStream"),
          Collections.class, List.of("shuffle"),
          Math.class, List.of("random"),
          Object.class, List.of("notify", "notifyAll", "wait"),
          UUID.class, List.of("randomUUID"));

  ArchRule ranks() {
    return classes()
        .should(house.standInAPackageWithARank())
        .andShould(house.importOnlyWhatItsRankAllows());
  }

  ArchRule noCycles() {
    return slices().matching(house.root() + ".(**)").should().beFreeOfCycles();
  }

  /** No clock, random, thread, logger, input, output or reflection in the pure ranks. */
  ArchRule purity() {
    return noClasses()
        .that(resideInAnyPackage(house.purePackages()))
        .should()
        .dependOnClassesThat(are(impure()))
        .orShould()
        .callMethodWhere(describe("reaches into the world", call -> isImpure(call.getTarget())));
  }

  /** What a workflow replays knows no clock, random, thread, cache or client. */
  ArchRule determinism() {
    return noClasses()
        .that(
            resideInAnyPackage(
                house.root() + ".temporal.workflow..", house.root() + ".temporal.protocol.."))
        .should()
        .dependOnClassesThat(are(undeterministic()))
        .orShould()
        .callMethodWhere(describe("reaches into the world", call -> isImpure(call.getTarget())));
  }

  private static DescribedPredicate<JavaClass> undeterministic() {
    return resideInAnyPackage(UNDETERMINISTIC_PACKAGES)
        .or(impure().and(describe("a means to reach the world", type -> !isHarmless(type))));
  }

  private static boolean isHarmless(JavaClass type) {
    return type.isAssignableTo(Throwable.class)
        || type.isEquivalentTo(TimeUnit.class)
        || type.isEquivalentTo(OutputStream.class);
  }

  /** The rooms of one package, the lowest first: each knows only those before it. */
  ArchRule roomOrder(String storey, List<String> rooms) {
    return classes()
        .that(resideInAnyPackage(house.root() + "." + storey + ".."))
        .should(house.knowOnlyRoomsBefore(storey, rooms));
  }

  private static DescribedPredicate<JavaClass> impure() {
    return resideInAnyPackage(IMPURE_PACKAGES)
        .or(describe("impure", type -> IMPURE_TYPES.contains(type.getName())))
        .and(describe("more than a mark", type -> !type.isEquivalentTo(Serializable.class)));
  }

  private static boolean isImpure(AccessTarget.MethodCallTarget target) {
    boolean readsClock =
        target.getName().equals("now")
            && target.getOwner().getPackageName().startsWith("java.time");
    boolean looksInside =
        target.getOwner().isEquivalentTo(Class.class) && target.getName().startsWith("getDeclared");
    return readsClock || looksInside || isImpureMethod(target);
  }

  private static boolean isImpureMethod(AccessTarget.MethodCallTarget target) {
    return IMPURE_METHODS.entrySet().stream()
        .anyMatch(impure -> isMethod(target, impure.getKey(), impure.getValue()));
  }

  private static boolean isMethod(
      AccessTarget.MethodCallTarget target, Class<?> owner, List<String> names) {
    return target.getOwner().isAssignableTo(owner) && names.contains(target.getName());
  }

  /** What is static is final, and of a type that is not made to be changed. */
  ArchRule noMutableStatics() {
    return fields()
        .that(describe("are static and written by hand", HouseRules::isOurStatic))
        .and()
        .areDeclaredInClassesThat(resideInAnyPackage(house.purePackages()))
        .should()
        .beFinal()
        .andShould()
        .haveRawType(describe("that is no container to be filled", HouseRules::isNoContainer));
  }

  private static boolean isOurStatic(JavaField field) {
    return field.getModifiers().contains(JavaModifier.STATIC)
        && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
  }

  private static boolean isNoContainer(JavaClass type) {
    boolean isInterface = type.isInterface();
    boolean isCollection = type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
    boolean isOurs = type.getPackageName().startsWith("io.evergraph");
    return !type.isArray()
        && !type.isAssignableTo(Appendable.class)
        && (isInterface || isOurs || !isCollection);
  }

  /** Every package says what it is for and that nulls are marked. */
  ArchRule packagesAreNullMarked() {
    return classes().should(new StandInAMarkedPackage());
  }

  private static final class StandInAMarkedPackage extends House.Condition {
    StandInAMarkedPackage() {
      super("stand in a package whose package-info has @NullMarked");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      boolean marked =
          type.getPackage()
              .tryGetPackageInfo()
              .filter(info -> info.isAnnotatedWith(NullMarked.class))
              .isPresent();
      if (!marked) {
        violated(type, type.getPackageName() + " has no package-info with @NullMarked", events);
      }
    }
  }

  /** Libraries do not print: what is to be said goes to the caller, or to SLF4J. */
  ArchRule noPrinting() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(house.root() + ".cli..", house.root() + ".demo..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethodWhere(
            describe(
                "prints a stack trace",
                call -> isMethod(call.getTarget(), Throwable.class, List.of("printStackTrace"))));
  }

  ArchRule noJavaUtilLogging() {
    return noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");
  }

  /** Errors have names: nobody throws the types at the top of the family. */
  ArchRule noNamelessErrors() {
    return noClasses()
        .should()
        .callConstructorWhere(
            describe(
                "makes a nameless error",
                call ->
                    NAMELESS.contains(call.getTargetOwner().getName())
                        && !call.getOriginOwner().isAssignableTo(Throwable.class)));
  }

  private static final List<String> NAMELESS =
      List.of(
          "java.lang.Throwable",
          "java.lang.Exception",
          "java.lang.RuntimeException",
          "java.lang.Error");
}
