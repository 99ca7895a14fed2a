package io.evergraph.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs all tests of a class on each of some runtimes. The class takes its {@link TestRuntime} as a
 * parameter; the tests share it, and it is closed after the last of them.
 *
 * <p>{@code -Druntimes=memory,embedded} leaves out the runtimes of other {@link
 * TestRuntime.Server}s.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@ArgumentsSource(OnRuntimes.Provider.class)
public @interface OnRuntimes {
  /** The runtimes, in the order of the tests: reports number them {@code [1]}, {@code [2]}. */
  TestRuntime.Kind[] value() default {
    TestRuntime.Kind.MEMORY, TestRuntime.Kind.EMBEDDED, TestRuntime.Kind.REAL
  };

  /** Opens each runtime when its turn comes. */
  final class Provider extends AnnotationBasedArgumentsProvider<OnRuntimes> {
    private static final Set<TestRuntime.Server> SERVERS =
        Stream.of(System.getProperty("runtimes", "memory,embedded,real").split(","))
            .map(name -> TestRuntime.Server.valueOf(name.toUpperCase(Locale.ROOT)))
            .collect(Collectors.toSet());

    @Override
    protected Stream<? extends Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, OnRuntimes on) {
      String taskQueue = context.getRequiredTestClass().getSimpleName();
      return Stream.of(on.value())
          .filter(kind -> SERVERS.contains(kind.server()))
          .map(kind -> Arguments.of(TestRuntime.open(kind, taskQueue)));
    }
  }
}
