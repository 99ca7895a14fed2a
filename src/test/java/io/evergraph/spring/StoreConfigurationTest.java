package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class StoreConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.temporal.embedded=true", "evergraph.worker.enabled=false");

  @Test
  void shouldKeepItemsInTheProcessOfTheEmbeddedServer() {
    runner.run(
        context -> {
          assertThat(context).doesNotHaveBean(Store.class);
          assertThat(context.getBean(TemporalConnection.class).store())
              .isInstanceOf(LocalStore.class);
        });
  }

  @Test
  void shouldTakeTheStoreOfTheApplication() {
    Store own = new LocalStore();
    runner
        .withBean(Store.class, () -> own)
        .run(
            context -> assertThat(context.getBean(TemporalConnection.class).store()).isSameAs(own));
  }

  /** A model for which all texts mean the same. */
  private static final class Same implements EmbeddingModel {
    @Override
    public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
      return Response.from(texts.stream().map(text -> Embedding.from(new float[] {1})).toList());
    }
  }

  @Test
  void shouldSearchByTheEmbeddingModelOfTheApplication() {
    runner
        .withBean("one", EmbeddingModel.class, Same::new)
        .withBean("other", EmbeddingModel.class, Same::new)
        .withPropertyValues("evergraph.store.type=memory", "evergraph.store.embeddings=one")
        .run(
            context -> {
              Store store = context.getBean(TemporalConnection.class).store();
              store.put(List.of("ann"), "k", Map.of("text", "nuts"));

              assertThat(store.search(StoreQuery.in("ann").near("food")))
                  .extracting(StoreItem::key)
                  .containsExactly("k");
              assertThat(context.getBean(Store.class)).isSameAs(store);
            });
  }

  @Test
  void shouldSearchTheStoreOfTheApplicationByMeaning() {
    Store own = new LocalStore();
    runner
        .withBean("own", Store.class, () -> own)
        .withBean("one", EmbeddingModel.class, Same::new)
        .withPropertyValues("evergraph.store.embeddings=one")
        .run(
            context -> {
              Store store = context.getBean(TemporalConnection.class).store();
              store.put(List.of("ann"), "k", Map.of("text", "nuts"));

              assertThat(store.search(StoreQuery.in("ann").near("food"))).hasSize(1);
              assertThat(own.search(StoreQuery.in("ann"))).hasSize(1);
            });
  }

  @Test
  void shouldSayWhatSearchesByMeaningNeed() {
    runner
        .withPropertyValues("evergraph.store.type=memory", "evergraph.store.embeddings=none")
        .run(RefusedStart.saying("one of the EmbeddingModels []"));
    runner
        .withBean("one", EmbeddingModel.class, Same::new)
        .withPropertyValues("evergraph.store.embeddings=one")
        .run(RefusedStart.saying("memory, jdbc or redis beside"));
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.store.type=jdbc")
        .run(RefusedStart.saying("evergraph.store.jdbc.url"));
  }

  @Test
  void shouldSayWhichRedisItCannotReach() {
    runner
        .withPropertyValues(
            "evergraph.store.type=redis", "evergraph.store.redis-url=redis://127.0.0.1:1")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("the Redis of the long-term store"));
  }
}
