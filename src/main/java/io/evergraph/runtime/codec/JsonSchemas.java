package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Checks values against JSON schemas, draft 2020-12. Safe for use by several threads. */
final class JsonSchemas {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

  List<String> problems(Map<String, Object> schema, JsonNode value) {
    return compiled
        .computeIfAbsent(MAPPER.valueToTree(schema).toString(), registry::getSchema)
        .validate(value.toString(), InputFormat.JSON)
        .stream()
        .map(Error::toString)
        .toList();
  }
}
