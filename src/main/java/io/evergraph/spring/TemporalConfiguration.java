package io.evergraph.spring;

import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import io.evergraph.graph.Store;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.spring.EvergraphProperties.RuntimeChoice;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(GraphRuntime.class)
@Conditional(TemporalConfiguration.OnTemporal.class)
class TemporalConfiguration {
  private static final String WORKER = "evergraph.worker.enabled";

  @Bean
  @ConditionalOnMissingBean(TemporalConnection.class)
  TemporalServer evergraphTemporalServer(
      EvergraphProperties properties,
      StateCodec codec,
      ObjectProvider<Scope> metrics,
      ObjectProvider<BlobStore> blobs,
      ObjectProvider<Store> stores,
      ObjectProvider<EventBus> emissions,
      ObjectProvider<NodeCache> caches,
      ObjectProvider<CheckpointStore> checkpoints) {
    return new TemporalServers(
            properties,
            codec,
            scope(metrics),
            blobs.getIfAvailable(),
            stores.getIfAvailable(),
            emissions.getIfAvailable(),
            caches.getIfAvailable(),
            checkpoints.getIfAvailable(),
            System.getenv("PATH"))
        .open();
  }

  /** Other libraries bring scopes, too: two of them are no reason not to start. */
  static Scope scope(ObjectProvider<Scope> metrics) {
    return Optional.ofNullable(metrics.getIfUnique())
        .or(() -> metrics.orderedStream().findFirst())
        .orElseGet(NoopScope::new);
  }

  /** Closed with its server. */
  @Bean(destroyMethod = "")
  @ConditionalOnBean(TemporalServer.class)
  TemporalConnection evergraphTemporalConnection(TemporalServer server) {
    return server.connection();
  }

  @Bean
  GraphRuntime evergraphRuntime(TemporalConnection connection, GraphRegistry graphs) {
    return new TemporalRuntime(connection, graphs);
  }

  /** Where nodes run elsewhere, caches and buses of this process hold nothing of theirs. */
  @Bean
  @ConditionalOnBooleanProperty(name = WORKER, havingValue = false)
  Erasure.Places evergraphErasurePlaces() {
    return Erasure.Places.SHARED;
  }

  @Bean
  @ConditionalOnBooleanProperty(name = WORKER, matchIfMissing = true)
  GraphWorkerLifecycle evergraphWorker(
      TemporalConnection connection, GraphRegistry graphs, EvergraphProperties properties) {
    return new GraphWorkerLifecycle(connection, graphs, properties.worker().role());
  }

  /**
   * Matches where graphs run on Temporal: by choice, or because there is a connection of the
   * application or a server to be had.
   */
  static final class OnTemporal extends SpringBootCondition implements ConfigurationCondition {
    /** Beans of the application are known then. */
    @Override
    public ConfigurationPhase getConfigurationPhase() {
      return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      EvergraphProperties properties =
          Binder.get(context.getEnvironment()).bindOrCreate("evergraph", EvergraphProperties.class);
      ConditionMessage.Builder because = ConditionMessage.forCondition("evergraph.runtime");
      if (properties.runtime() != RuntimeChoice.AUTO) {
        boolean chosen = properties.runtime() == RuntimeChoice.TEMPORAL;
        return new ConditionOutcome(chosen, because.because("it is " + properties.runtime()));
      }
      if (hasConnection(context)) {
        return ConditionOutcome.match(because.because("the application has a connection"));
      }
      boolean available =
          TemporalServers.isAvailable(
              properties.temporal(), System.getenv("PATH"), context.getClassLoader());
      return new ConditionOutcome(
          available,
          because.because("a Temporal server can " + (available ? "" : "not ") + "be had"));
    }

    private static boolean hasConnection(ConditionContext context) {
      ListableBeanFactory beans = context.getBeanFactory();
      return beans != null
          && beans.getBeanNamesForType(TemporalConnection.class, true, false).length > 0;
    }
  }
}
