package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The short JSON forms of what histories hold most of: writes as an object by channel, or a list
 * where a channel occurs twice; a route as the name of its node, or an object for a send.
 */
public record CompactJson(StateCodec codec) {
  private static final TypeReference<List<Write>> WRITES = new TypeReference<>() {};
  private static final String SEND = "send";
  private static final String INPUT = "input";
  private static final String TIMEOUT = "timeout";

  public JsonNode write(List<Write> writes) {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    boolean plain = true;
    for (Write write : writes) {
      plain = plain && !write.overwrite() && !values.has(write.channel());
      if (plain) {
        values.set(write.channel(), codec.toJson(write.value()));
      }
    }
    return plain ? values : codec.toJson(new ArrayList<>(writes));
  }

  /**
   * Reads writes whose values stay trees.
   *
   * @throws InvalidInputException when the tree is neither form
   */
  public List<Write> writes(@Nullable JsonNode tree, String what) {
    if (tree == null || tree.isNull()) {
      return List.of();
    }
    if (tree.isArray()) {
      return list(tree, what);
    }
    if (!tree.isObject()) {
      throw new InvalidInputException(
          what, "an object of values by channel, or a list of writes", tree.toString());
    }
    List<Write> writes = new ArrayList<>();
    tree.fields()
        .forEachRemaining(field -> writes.add(new Write(field.getKey(), field.getValue())));
    return writes;
  }

  private List<Write> list(JsonNode tree, String what) {
    try {
      return codec.mapper().convertValue(tree, WRITES);
    } catch (IllegalArgumentException misfit) {
      throw new InvalidInputException(what, "writes with a 'channel' and a 'value'", tree + "");
    }
  }

  public JsonNode write(Route route) {
    return route.match(node -> TextNode.valueOf(node.target()), this::write);
  }

  private JsonNode write(Send send) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode().put(SEND, send.target());
    send.timeout().ifPresent(timeout -> tree.put(TIMEOUT, timeout.toString()));
    return tree.set(INPUT, write(send.input().writes()));
  }

  Route route(JsonNode tree) {
    return tree.isTextual()
        ? Route.to(tree.asText())
        : new Send(
            tree.path(SEND).asText(),
            new StateUpdate(writes(tree.get(INPUT), "a send")),
            Optional.ofNullable(tree.get(TIMEOUT)).map(JsonNode::asText).map(CompactJson::timeout));
  }

  private static Duration timeout(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException misfit) {
      throw new InvalidInputException("the timeout of a send", "a time such as PT30S", text);
    }
  }
}
