package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import io.evergraph.error.InvalidValueException;
import java.util.List;
import java.util.Map;

/**
 * Checks values against JSON schemas, draft 2020-12. Whatever goes wrong with a check is a problem
 * of the value: schemas and values are sent by others. Safe for use by several threads.
 */
public final class JsonSchemas {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int MOST_COMPILED = 1_000;

  private final Cache<String, Compiled> compiled =
      Caffeine.newBuilder().maximumSize(MOST_COMPILED).executor(Runnable::run).build();

  /**
   * Lets a schema pass that values can be checked against: one that refers to itself without end
   * fails with the first value.
   *
   * @param place what the schema is for, for the message
   * @throws InvalidValueException when it does not pass
   */
  void require(Map<String, Object> schema, String place) {
    try {
      List<String> unused = compiled(schema).problems(NullNode.getInstance());
    } catch (RuntimeException | StackOverflowError broken) {
      throw new InvalidValueException(
          place, "a JSON schema of draft 2020-12", schema + ": " + reason(broken));
    }
  }

  /** Returns what is wrong with a value; nothing where it fits. */
  public List<String> problems(Map<String, Object> schema, JsonNode value) {
    try {
      return compiled(schema).problems(value);
    } catch (RuntimeException | StackOverflowError failure) {
      return List.of("the check against the schema failed: " + reason(failure));
    }
  }

  private Compiled compiled(Map<String, Object> schema) {
    return compiled.get(MAPPER.valueToTree(schema).toString(), Compiled::of);
  }

  private static String reason(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }

  /** A schema, with the work that its patterns may do in one check. */
  private record Compiled(Schema schema, PatternWork work) {
    /** Each has a registry of its own: a common one would keep all that it ever compiled. */
    static Compiled of(String text) {
      PatternWork work = new PatternWork();
      SchemaRegistryConfig config =
          SchemaRegistryConfig.builder().regularExpressionFactory(work::expression).build();
      Schema schema =
          SchemaRegistry.withDefaultDialect(
                  SpecificationVersion.DRAFT_2020_12,
                  registry -> registry.schemaRegistryConfig(config))
              .getSchema(text);
      schema.initializeValidators();
      return new Compiled(schema, work);
    }

    /** One check at a time: they share the count of the work. */
    List<String> problems(JsonNode value) {
      synchronized (work) {
        work.begin();
        return schema.validate(value.toString(), InputFormat.JSON).stream()
            .map(Compiled::text)
            .toList();
      }
    }

    private static String text(Error problem) {
      String place = problem.getInstanceLocation().toString();
      return place.isEmpty() ? problem.getMessage() : place + ": " + problem.getMessage();
    }
  }
}
