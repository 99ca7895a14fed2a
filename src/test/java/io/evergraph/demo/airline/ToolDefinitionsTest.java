package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tool definitions that the agent shows to the model. */
class ToolDefinitionsTest {

  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  @Test
  void shouldFitEveryRecordedCall() throws IOException {
    // given
    Map<String, Schema> parameters = new LinkedHashMap<>();
    definitions()
        .forEach(
            each ->
                parameters.put(
                    each.at("/function/name").textValue(),
                    registry.getSchema(each.at("/function/parameters").toString())));

    // then
    assertThat(calls())
        .hasSize(840)
        .allSatisfy(
            call ->
                assertThat(parameters.get(call.tool()).validate(call.arguments(), InputFormat.JSON))
                    .as("%s %s", call.tool(), call.arguments())
                    .isEmpty());
  }

  @Test
  void shouldRefuseCallsWithoutTheirArguments() throws IOException {
    // given
    Stream<JsonNode> withArguments =
        definitions().stream()
            .filter(each -> !each.at("/function/parameters/properties").isEmpty());

    // then
    assertThat(withArguments)
        .hasSize(13)
        .allSatisfy(
            each ->
                assertThat(
                        registry
                            .getSchema(each.at("/function/parameters").toString())
                            .validate("{}", InputFormat.JSON))
                    .isNotEmpty());
  }

  @Test
  void shouldDescribeEveryToolAndArgument() throws IOException {
    assertThat(definitions()).hasSize(14).allSatisfy(ToolDefinitionsTest::assertDescribed);
  }

  private static void assertDescribed(JsonNode definition) {
    assertThat(definition.get("type").textValue()).isEqualTo("function");
    assertThat(definition.at("/function/description").textValue()).isNotBlank();
    definition
        .at("/function/parameters/properties")
        .forEach(property -> assertThat(property.path("description").asText()).isNotBlank());
  }

  private static List<JsonNode> definitions() throws IOException {
    try (InputStream in = ToolDefinitionsTest.class.getResourceAsStream("/airline/tools.json")) {
      return List.of(JsonFields.MAPPER.readValue(in, JsonNode[].class));
    }
  }

  private static List<RecordedCall> calls() {
    return Recordings.all().stream()
        .flatMap(conversation -> conversation.messages().stream())
        .filter(RecordedMessage.Assistant.class::isInstance)
        .flatMap(message -> ((RecordedMessage.Assistant) message).calls().stream())
        .toList();
  }
}
