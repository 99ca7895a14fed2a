package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.NodeHook;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.temporal.spring.boot.autoconfigure.MetricsScopeAutoConfiguration;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class EvergraphAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class);

  @Test
  void shouldRunGraphBeansInMemoryWhenAsked() {
    runner
        .withPropertyValues("evergraph.runtime=memory")
        .run(
            context -> {
              assertThat(context).hasSingleBean(GraphRuntime.class);
              assertThat(context).doesNotHaveBean(TemporalConnection.class);
              assertThat(context).doesNotHaveBean(GraphWorkerLifecycle.class);
              assertThat(greeting(context.getBean(GraphRuntime.class))).isEqualTo("Hello, Ada");
            });
  }

  @Test
  void shouldRunGraphBeansOnTheEmbeddedServerWhenAsked() {
    runner
        .withPropertyValues("evergraph.temporal.embedded=true")
        .run(
            context -> {
              GraphRuntime runtime = context.getBean(GraphRuntime.class);
              assertThat(runtime.info().kind()).isEqualTo("temporal");
              assertThat(runtime.info().durability()).isEqualTo(Durability.LOST_WITH_PROCESS);
              assertThat(context.getBean(GraphWorkerLifecycle.class).isRunning()).isTrue();
              assertThat(greeting(runtime)).isEqualTo("Hello, Ada");
            });
  }

  @Test
  void shouldFallBackOnTheEmbeddedServerWithoutProgramAndTarget() {
    runner
        .withPropertyValues("evergraph.temporal.dev-server.enabled=false")
        .run(
            context ->
                assertThat(context.getBean(TemporalServer.class).durability())
                    .isEqualTo(Durability.LOST_WITH_PROCESS));
  }

  @Test
  void shouldRunOnTheConnectionOfTheApplicationWhereNoServerIsToBeHad() {
    TemporalOptions options =
        TemporalOptions.builder().target("embedded").taskQueue("of-the-application").build();
    runner
        .withBean(
            TemporalConnection.class, () -> EmbeddedTemporal.start(options, StateCodec.create()))
        .withClassLoader(new FilteredClassLoader("io.temporal.testing"))
        .withPropertyValues("evergraph.temporal.dev-server.enabled=false")
        .run(
            context -> {
              GraphRuntime runtime = context.getBean(GraphRuntime.class);
              assertThat(runtime.info().kind()).isEqualTo("temporal");
              assertThat(greeting(runtime)).isEqualTo("Hello, Ada");
            });
  }

  @Test
  void shouldRunHookBeansAroundNodes() {
    AtomicInteger runs = new AtomicInteger();
    NodeHook counting =
        NodeHook.before(
            seen -> {
              runs.incrementAndGet();
              return Optional.empty();
            });
    runner
        .withPropertyValues("evergraph.temporal.embedded=true")
        .withBean(NodeHook.class, () -> counting)
        .run(
            context -> {
              assertThat(greeting(context.getBean(GraphRuntime.class))).isEqualTo("Hello, Ada");
              assertThat(runs).hasPositiveValue();
            });
  }

  @Test
  void shouldStartWhereTheApplicationHasTwoScopes() {
    runner
        .withPropertyValues("evergraph.temporal.embedded=true")
        .withBean("first", Scope.class, NoopScope::new)
        .withBean("second", Scope.class, NoopScope::new)
        .run(
            context ->
                assertThat(greeting(context.getBean(GraphRuntime.class))).isEqualTo("Hello, Ada"));
  }

  @Test
  void shouldReportToTheScopeThatIsPrimary() {
    Scope primary = new NoopScope();
    runner
        .withPropertyValues("evergraph.runtime=memory")
        .withBean("first", Scope.class, NoopScope::new)
        .withBean("second", Scope.class, () -> primary, bean -> bean.setPrimary(true))
        .run(
            context ->
                assertThat(TemporalConfiguration.scope(context.getBeanProvider(Scope.class)))
                    .isSameAs(primary));
  }

  @Test
  void shouldLeaveTheFiguresToTheScopeOfTemporalsOwnStarter() {
    new ApplicationContextRunner()
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withConfiguration(
            AutoConfigurations.of(
                EvergraphMetricsAutoConfiguration.class, MetricsScopeAutoConfiguration.class))
        .run(
            context ->
                assertThat(context)
                    .hasBean("temporalMetricsScope")
                    .doesNotHaveBean("evergraphMetricsScope"));
  }

  @Test
  void shouldStartNoWorkerWhenItIsSwitchedOff() {
    runner
        .withPropertyValues("evergraph.temporal.embedded=true", "evergraph.worker.enabled=false")
        .run(
            context -> {
              assertThat(context).hasSingleBean(GraphRuntime.class);
              assertThat(context).doesNotHaveBean(GraphWorkerLifecycle.class);
            });
  }

  @Test
  void shouldUseTheTaskQueueOfTheApplication() {
    runner
        .withPropertyValues(
            "evergraph.temporal.embedded=true", "evergraph.temporal.task-queue=mine")
        .run(
            context ->
                assertThat(context.getBean(GraphWorkerLifecycle.class).taskQueue())
                    .isEqualTo("mine"));
  }

  @Test
  void shouldNotStartWhenTheServerDoesNotAnswer() {
    runner
        .withPropertyValues(
            "evergraph.temporal.target=127.0.0.1:1", "evergraph.temporal.connect-timeout=300ms")
        .run(
            context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("refused"));
  }

  @ParameterizedTest
  @CsvSource({
    "evergraph.temporal.namespace, '', evergraph.temporal.namespace",
    "evergraph.temporal.task-queue, ' ', evergraph.temporal.task-queue",
    "evergraph.worker.versioning, pinned, deployment-name and build-id",
  })
  void shouldNotStartWithoutWhatAServerNeeds(String property, String value, String word) {
    runner
        .withPropertyValues("evergraph.temporal.target=127.0.0.1:1", property + "=" + value)
        .run(RefusedStart.saying(word));
  }

  @ParameterizedTest
  @ValueSource(strings = {"evergraph.runtime=memory", "evergraph.temporal.embedded=true"})
  void shouldStartWithoutNamesForAServerWhereThereIsNone(String place) {
    runner
        .withPropertyValues(
            place,
            "evergraph.temporal.namespace=",
            "evergraph.worker.deployment-name=",
            "evergraph.worker.build-id=",
            "evergraph.worker.versioning=pinned")
        .run(
            context ->
                assertThat(greeting(context.getBean(GraphRuntime.class))).isEqualTo("Hello, Ada"));
  }

  @Test
  void shouldPinNothingWhereThereIsNoWorker() {
    runner
        .withPropertyValues(
            "evergraph.temporal.target=127.0.0.1:1",
            "evergraph.temporal.connect-timeout=300ms",
            "evergraph.worker.enabled=false",
            "evergraph.worker.versioning=pinned")
        .run(
            context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("refused"));
  }

  @Test
  void shouldExplainWhyItDoesNotStart() {
    RuntimeUnavailableException cause = new RuntimeUnavailableException("host:1", "no answer");

    assertThat(new RuntimeUnavailableFailureAnalyzer().analyze(cause).getDescription())
        .contains("host:1", "no answer");
    assertThat(new RuntimeUnavailableFailureAnalyzer().analyze(cause).getAction())
        .contains("evergraph.temporal.target");
  }

  @Test
  void shouldLeaveTheRuntimeToTheApplication() {
    runner
        .withUserConfiguration(OwnRuntime.class)
        .run(
            context -> {
              assertThat(context).hasSingleBean(GraphRuntime.class);
              assertThat(context).hasBean("own");
              assertThat(context).doesNotHaveBean(TemporalServer.class);
            });
  }

  private static String greeting(GraphRuntime runtime) throws Exception {
    RunResult result =
        runtime
            .start(
                runtime.graphs().graph("greeting"),
                ThreadId.random(),
                StateUpdate.of(Graphs.NAME, "Ada"))
            .await(Duration.ofSeconds(30));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    return result.state().get(Graphs.GREETING);
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnRuntime {
    @Bean
    GraphRuntime own(GraphRegistry graphs) {
      return InMemoryRuntime.of(graphs);
    }
  }
}
