package io.evergraph.llm.model;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.CosineSimilarity;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.graph.StoreWrite;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A store that finds items by their meaning: the texts of an item's fields become a vector, which
 * is kept with the item.
 *
 * <p>A search by meaning reads all items of the namespace that the filter leaves, and compares them
 * in this process: for thousands of items, not for millions. Items that were put without a model
 * are not found by meaning.
 *
 * @param store keeps the items
 * @param model makes the vectors; the same one for as long as there are items
 */
public record SemanticStore(Store store, EmbeddingModel model) implements Store {
  /** The field of the vector, which nobody sees. */
  private static final String VECTOR = "evergraph.vector";

  public SemanticStore {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(model, "model");
  }

  /**
   * Returns a store that asks one of several models, such as a bean of an application.
   *
   * @param models finds the models by their type; they have names
   * @throws InvalidInputException when there is none of the name
   */
  public static SemanticStore named(
      Store store,
      String name,
      Function<Class<EmbeddingModel>, Map<String, EmbeddingModel>> models) {
    Map<String, EmbeddingModel> known = models.apply(EmbeddingModel.class);
    EmbeddingModel model = known.get(name);
    if (model == null) {
      throw new InvalidInputException(
          "the model of searches by meaning",
          "one of the EmbeddingModels " + known.keySet(),
          "'" + name + "'");
    }
    return new SemanticStore(store, model);
  }

  @Override
  public String kind() {
    return store.kind();
  }

  @Override
  public StoreItem put(StoreWrite write) {
    return plain(store.put(withVector(write)));
  }

  @Override
  public Optional<StoreItem> putIf(StoreWrite write, long version) {
    return store.putIf(withVector(write), version).map(SemanticStore::plain);
  }

  @Override
  public Optional<StoreItem> get(List<String> namespace, String key) {
    return store.get(namespace, key).map(SemanticStore::plain);
  }

  @Override
  public boolean delete(List<String> namespace, String key) {
    return store.delete(namespace, key);
  }

  @Override
  public int deleteAll(List<String> namespace) {
    return store.deleteAll(namespace);
  }

  @Override
  public List<StoreItem> search(StoreQuery query) {
    return query
        .text()
        .map(text -> nearest(query, model.embed(text).content()))
        .orElseGet(() -> store.search(query).stream().map(SemanticStore::plain).toList());
  }

  @Override
  public void read(Consumer<StoreItem> each) {
    store.read(item -> each.accept(plain(item)));
  }

  private List<StoreItem> nearest(StoreQuery query, Embedding wanted) {
    return store.search(query.unranked()).stream()
        .filter(item -> item.value().containsKey(VECTOR))
        .map(item -> plain(item).scored(CosineSimilarity.between(vector(item), wanted)))
        .sorted(Comparator.comparing((StoreItem item) -> -item.score().orElse(0.0)))
        .skip(query.offset())
        .limit(query.limit())
        .toList();
  }

  private StoreWrite withVector(StoreWrite write) {
    String text =
        new TreeMap<>(write.value())
            .values().stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .collect(Collectors.joining("\n"));
    if (text.isBlank()) {
      return write;
    }
    Map<String, Object> value = new LinkedHashMap<>(write.value());
    value.put(VECTOR, model.embed(text).content().vectorAsList());
    return write.withValue(value);
  }

  private static Embedding vector(StoreItem item) {
    List<?> numbers = (List<?>) Objects.requireNonNull(item.value().get(VECTOR));
    return Embedding.from(numbers.stream().map(it -> ((Number) it).floatValue()).toList());
  }

  private static StoreItem plain(StoreItem item) {
    Map<String, Object> value = new LinkedHashMap<>(item.value());
    value.remove(VECTOR);
    return item.withValue(value);
  }
}
