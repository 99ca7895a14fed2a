package io.evergraph.agent.hook;

import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Part;
import io.evergraph.llm.message.Part.Media;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps the bytes of media in a store: the chat holds their address, {@code
 * blob:<type>,<hash>-<size>}, and the model's provider is sent the bytes. They are in no history,
 * and in no state. Immutable.
 *
 * <p>A medium that the store does not have fails the call with a {@link
 * io.evergraph.error.BlobUnavailableException}. For an agent a hook, for a {@link ModelNode} what
 * stands around it ({@link ModelNode#withAround}).
 *
 * @param store the store, the same for all who write such messages and all workers
 */
public record StoredMedia(BlobStore store) implements AgentHook, ModelAround {
  private static final Pattern ADDRESS =
      Pattern.compile("blob:([^,]*),([0-9a-f]{64})-([0-9]{1,18})");

  public StoredMedia {
    Objects.requireNonNull(store, "store");
  }

  /** Returns a hook that sends providers the media of a store. */
  public static StoredMedia in(BlobStore store) {
    return new StoredMedia(store);
  }

  /**
   * Keeps a medium, and returns it as a part of messages.
   *
   * @param type the media type, such as {@code image/png}
   * @param name the name of the file; empty where nobody said
   * @throws io.evergraph.error.BlobUnavailableException when it cannot be kept
   */
  public Media put(Part.Kind kind, String type, byte[] content, String name) {
    BlobReference kept = store.put(content);
    String address = type.replaceAll("\\s", "");
    return new Media(
        kind, "blob:%s,%s-%d".formatted(address, kept.hash(), kept.size()), type, name);
  }

  @Override
  public Message.Assistant aroundModel(
      ModelRequest request, HookContext context, ModelAround.Next model) {
    return model.ask(whole(request));
  }

  @Override
  public Message.Assistant around(ModelRequest request, NodeContext context, Next next) {
    return next.ask(whole(request));
  }

  private ModelRequest whole(ModelRequest request) {
    return request.withMessages(request.messages().stream().map(this::whole).toList());
  }

  private Message whole(Message message) {
    List<Part> content = message.content().stream().map(this::whole).toList();
    return content.equals(message.content()) ? message : message.withContent(content);
  }

  private Part whole(Part part) {
    if (!(part instanceof Media media)) {
      return part;
    }
    Matcher address = ADDRESS.matcher(media.uri());
    if (!address.matches()) {
      return part;
    }
    BlobReference kept = new BlobReference(address.group(2), Long.parseLong(address.group(3)));
    String bytes = Base64.getEncoder().encodeToString(store.get(kept));
    return Media.of(media.kind(), address.group(1), bytes, media.name()).withDetail(media.detail());
  }
}
