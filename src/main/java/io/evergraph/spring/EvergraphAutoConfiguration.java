package io.evergraph.spring;

import io.evergraph.export.GraphLoader;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.Condition;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.Router;
import io.evergraph.graph.Store;
import io.evergraph.runtime.GraphListener;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.memory.InMemoryRuntimeBuilder;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.state.Reducer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.support.ResourcePatternResolver;

/** Runtime and worker for the {@link Graph} beans of an application; its own beans come first. */
@AutoConfiguration
@EnableConfigurationProperties({EvergraphProperties.class, TaskProperties.class})
@Import({
  BlobConfiguration.class,
  StoreConfiguration.class,
  SemanticStoreConfiguration.class,
  CheckpointConfiguration.class,
  EmissionConfiguration.class,
  BudgetConfiguration.class,
  CacheConfiguration.class,
  TemporalConfiguration.class,
  TaskConfiguration.class,
  MissingTasksConfiguration.class,
  AgentConfiguration.class
})
public class EvergraphAutoConfiguration {
  static final String REGISTRY = "evergraphGraphRegistry";

  @Bean(REGISTRY)
  @ConditionalOnMissingBean
  GraphRegistry evergraphGraphRegistry(
      ObjectProvider<Graph> graphs,
      ObjectProvider<NodeHook> hooks,
      ObjectProvider<GraphListener> listeners,
      GraphFiles files) {
    List<Graph> declared = graphs.orderedStream().toList();
    GraphRegistry registry =
        GraphRegistry.of(Stream.concat(declared.stream(), files.graphs(declared)).toList());
    hooks.orderedStream().forEach(registry::addHook);
    listeners.orderedStream().forEach(registry::addListener);
    return registry;
  }

  @Bean
  GraphFiles evergraphGraphFiles(
      BindingRegistry names,
      EvergraphProperties properties,
      ResourcePatternResolver resources,
      ObjectProvider<InvalidGraphFiles> invalid) {
    return new GraphFiles(
        new GraphLoader(names),
        resources,
        properties.graphs(),
        invalid.getIfAvailable(() -> InvalidGraphFiles.REFUSED));
  }

  /** Beans are known to graphs written as data under their names, reducers under their own. */
  @Bean
  @ConditionalOnMissingBean
  BindingRegistry evergraphBindingRegistry(
      ListableBeanFactory beans, ObjectProvider<MoreNames> more) {
    BindingRegistry names = new BindingRegistry();
    more.orderedStream().forEach(it -> it.addTo(names));
    beans.getBeansOfType(FlowKind.class).values().forEach(names::flow);
    beans.getBeansOfType(Condition.class).forEach(names::condition);
    beans.getBeansOfType(NodeAction.class).forEach(names::action);
    beans.getBeansOfType(Router.class).forEach(names::router);
    beans.getBeansOfType(Reducer.class).values().forEach(names::reducer);
    beans.getBeansOfType(GraphType.class).values().forEach(it -> names.type(it.name(), it.type()));
    return names;
  }

  /** Loggers belong to the process, and so does what they may say. */
  @Autowired
  void showContents(EvergraphProperties properties) {
    LogContents.show(properties.logContents());
  }

  @Autowired
  void warnOfUnknownProperties(
      ConfigurableEnvironment environment, ResourcePatternResolver resources) {
    UnknownProperties.describedIn(resources).warn(environment);
  }

  @Bean
  @ConditionalOnMissingBean
  StateCodec evergraphStateCodec() {
    return StateCodec.create();
  }

  /** After the imported configurations: the runtime of this process, where there is no other. */
  @Bean
  @ConditionalOnMissingBean
  GraphRuntime evergraphInMemoryRuntime(
      GraphRegistry graphs,
      ObjectProvider<Store> stores,
      ObjectProvider<CheckpointStore> checkpoints,
      ObjectProvider<EventBus> emissions,
      ObjectProvider<NodeCache> caches,
      EvergraphProperties properties) {
    InMemoryRuntimeBuilder runtime = InMemoryRuntime.builder(graphs);
    stores.ifAvailable(runtime::store);
    checkpoints.ifAvailable(runtime::checkpoints);
    emissions.ifAvailable(runtime::bus);
    caches.ifAvailable(runtime::cache);
    Optional.ofNullable(properties.checkpoints().keepStopped()).ifPresent(runtime::keepStopped);
    return runtime.build();
  }

  @Bean
  RuntimeLog evergraphRuntimeLog(GraphRuntime runtime) {
    return new RuntimeLog(runtime);
  }
}
