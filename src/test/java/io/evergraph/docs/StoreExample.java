package io.evergraph.docs;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.embedding.EmbeddingModel;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.graph.StoreWrite;
import io.evergraph.llm.model.SemanticStore;
import io.evergraph.llm.tool.Toolset;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The code of the page on the store. */
final class StoreExample {
  private StoreExample() {}

  static List<StoreItem> use(NodeContext context) {
    // begin use
    List<String> notes = List.of("ann", "notes");
    Store store = context.store();
    store.put(notes, "language", Map.of("text", "Answers in German", "sure", true));
    Optional<StoreItem> language = store.get(notes, "language");
    List<StoreItem> sure = store.search(StoreQuery.in("ann").where("sure", true).limit(20));
    // end use
    return language.isPresent() ? sure : List.of();
  }

  static Optional<StoreItem> careful(Store store, List<String> notes) {
    // begin writes
    store.put(
        StoreWrite.of(notes, "basket", Map.of("items", 3)).expiresUnusedFor(Duration.ofDays(30)));
    StoreItem read = store.get(notes, "basket").orElseThrow();
    Optional<StoreItem> kept =
        store.putIf(StoreWrite.of(notes, "basket", Map.of("items", 4)), read.version());
    // end writes
    return kept;
  }

  static List<StoreItem> meaning(Store postgres, EmbeddingModel embeddings) {
    // begin meaning
    Store store = new SemanticStore(postgres, embeddings);
    store.put(List.of("ann", "notes"), "1", Map.of("text", "Allergic to nuts"));
    List<StoreItem> near = store.search(StoreQuery.in("ann").near("What can she eat?").limit(3));
    // end meaning
    return near;
  }

  static Toolset tool() {
    // begin tool
    ToolSpecification remember =
        ToolSpecification.builder()
            .name("remember")
            .description("Keeps a fact about the user for later chats")
            .parameters(JsonObjectSchema.builder().addStringProperty("fact").build())
            .build();
    Toolset memory =
        Toolset.of(
            remember,
            (call, context) -> {
              Map<String, Object> fact = Map.of("text", call.text("fact"));
              context.store().put(List.of("ann"), context.idempotencyKey(), fact);
              return "Noted.";
            });
    // end tool
    return memory;
  }
}
