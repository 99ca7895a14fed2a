package io.evergraph.llm;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.mcp.client.McpCallContext;
import dev.langchain4j.mcp.client.transport.McpTransport;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.McpTools;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server of tools replies that LangChain4j's client does not read, or reads otherwise. */
@ExtendWith(EvergraphExtension.class)
class McpReplyTest {
  private static final String PLAIN =
      "[{\"name\": \"look\", \"inputSchema\": {\"type\": \"object\"}}]";
  private static final String RESULT =
      "{\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"seen\"}]}}";

  private int made;

  private McpTransport server(String tools, String result) {
    return (McpTransport)
        Proxy.newProxyInstance(
            McpTransport.class.getClassLoader(),
            new Class<?>[] {McpTransport.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "initialize" ->
                      reply(
                          "{\"result\": {\"protocolVersion\": \"2025-06-18\", \"capabilities\": {\"tools\": {}}}}");
                  case "executeOperationWithResponse" ->
                      reply(message(arguments[0]), tools, result);
                  default -> null;
                });
  }

  private static String message(Object call) {
    Object message = call instanceof McpCallContext context ? context.message() : call;
    return message.getClass().getSimpleName();
  }

  private CompletableFuture<JsonNode> reply(String message, String tools, String result)
      throws JsonProcessingException {
    return switch (message) {
      case "McpListToolsRequest" -> reply("{\"result\": {\"tools\": " + tools + "}}");
      case "McpCallToolRequest" -> {
        made++;
        yield reply(result);
      }
      default -> reply("{\"result\": {}}");
    };
  }

  private static CompletableFuture<JsonNode> reply(String json) throws JsonProcessingException {
    return CompletableFuture.completedFuture(ToolCallForm.MAPPER.readTree(json));
  }

  /** Returns what the model is told of a call. */
  private Message.Tool told(String tools, String arguments, String result) {
    McpTools source = McpTools.of("web", () -> server(tools, result));
    ScriptedChat model = ScriptedChat.of(calls(call("1", "web_look", arguments)), says("Done."));
    Graph agent =
        ReactAgent.of("agent", ModelSource.of(model)).tools(Toolset.source(source)).build();
    return (Message.Tool)
        GraphRun.of(agent).user("Hi").start().result().state().get(MESSAGES).get(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[{\"type\": \"image\", \"data\": \"aGk=\", \"mimeType\": \"image/png\"}] | {\"type\":\"image\",\"data\":\"(cannot be shown)\",\"mimeType\":\"image/png\"}",
        "[{\"type\": \"resource\", \"resource\": {\"uri\": \"file:a\", \"text\": \"all of it\"}}] | all of it",
        "[{\"type\": \"resource\", \"resource\": {\"uri\": \"file:a\", \"blob\": \"aGk=\"}}] | {\"type\":\"resource\",\"resource\":{\"uri\":\"file:a\",\"blob\":\"(cannot be shown)\"}}",
        "[{\"type\": \"resource_link\", \"uri\": \"file:a\"}] | {\"type\":\"resource_link\",\"uri\":\"file:a\"}",
        "[{\"text\": \"of no type\"}] | of no type",
        "\"in no list\" | in no list"
      })
  void shouldTellOfContentThatIsNoTextAndMakeTheCallOnce(String content, String told) {
    String result = "{\"result\": {\"content\": " + content + "}}";

    Message.Tool answer = told(PLAIN, "{}", result);

    assertThat(answer.text()).isEqualTo(told);
    assertThat(answer.outcome()).isEqualTo(Message.Outcome.SUCCESS);
    assertThat(made).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"result\": {}}", "{}"})
  void shouldTellOfAReplyThatIsNoResultAndMakeTheCallOnce(String reply) {
    Message.Tool answer = told(PLAIN, "{}", reply);

    assertThat(answer.outcome()).isEqualTo(Message.Outcome.ERROR);
    assertThat(answer.text()).contains(reply.replace(" ", ""));
    assertThat(made).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{} | \"x\"",
        "{\"title\": \"V\"} | [1]",
        "true | 5",
        "{\"enum\": [\"x\", \"y\"]} | \"x\"",
        "{\"enum\": [1, null]} | 1",
        "{\"const\": \"x\"} | \"x\"",
        "{\"oneOf\": [{\"type\": \"string\"}, {\"const\": 4}]} | \"x\"",
        "{\"allOf\": [{\"type\": \"string\"}]} | \"x\"",
        "{\"type\": \"any\"} | \"x\"",
        "{\"type\": \"string\", \"anyOf\": [{\"format\": \"ipv4\"}, {\"format\": \"ipv6\"}]} | \"127.0.0.1\"",
        "{\"type\": [\"string\", \"number\"], \"enum\": [\"x\", 1]} | 1",
        "{\"type\": \"array\", \"items\": {}} | [\"x\"]",
        "{\"type\": \"array\", \"items\": [{\"type\": \"string\"}]} | [\"x\"]",
        "{\"items\": {\"title\": \"V\"}} | [\"x\"]",
        "{\"properties\": {\"a\": true}} | {\"a\": 1}",
        "{\"type\": [\"array\", \"null\"], \"items\": {\"type\": \"string\"}} | [\"x\"]",
        "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}} | {\"a\": \"b\"}",
        "{\"$ref\": \"#/properties/other\"} | \"x\"",
        "{\"$ref\": \"#/$defs/anything\"} | \"x\""
      })
  void shouldLetArgumentsPassThatTheServerTakes(String schema, String argument) {
    Message.Tool answer = told(tool(schema), "{\"v\": " + argument + "}", RESULT);

    assertThat(answer.text()).isEqualTo("seen");
    assertThat(made).isEqualTo(1);
  }

  private static String tool(String argument) {
    return """
        [{"name": "look", "inputSchema": {"type": "object", "required": ["v"],
          "properties": {"v": %s, "other": {"type": "string"}}, "$defs": {"anything": {}}}}]
        """
        .formatted(argument);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"enum\": [\"x\", \"y\"]} | \"z\"",
        "{\"type\": [\"string\", \"null\"], \"enum\": [\"x\"]} | \"z\"",
        "{\"type\": [\"array\", \"null\"], \"items\": {\"type\": \"string\"}} | [1]",
        "{\"type\": [\"string\", \"number\"], \"enum\": [\"x\", 1]} | \"1\"",
        "{\"type\": [\"string\", \"null\"], \"enum\": [\"x\", null]} | \"null\"",
        "{\"type\": \"string\", \"const\": \"x\"} | \"z\"",
        "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"boolean\"}]} | 1",
        "{\"allOf\": [{\"type\": \"string\"}]} | 1"
      })
  void shouldTellOfArgumentsThatTheServerDoesNotTake(String schema, String argument) {
    Message.Tool answer = told(tool(schema), "{\"v\": " + argument + "}", RESULT);

    assertThat(answer.text()).startsWith("The arguments do not fit 'web_look'");
    assertThat(made).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$defs", "definitions"})
  void shouldCheckArgumentsWhoseWholeSchemaStandsAmongTheDefinitions(String definitions) {
    String tools =
        """
        [{"name": "look", "inputSchema": {"$ref": "#/%s/In", "%s": {"In": {"type": "object",
          "properties": {"v": {"type": "string"}, "more": {"$ref": "#/%s/In"}}}}}}]
        """
            .formatted(definitions, definitions, definitions);

    assertThat(told(tools, "{\"v\": \"x\", \"more\": {}}", RESULT).text()).isEqualTo("seen");
    assertThat(told(tools, "{\"v\": 1}", RESULT).text()).startsWith("The arguments do not fit");
    assertThat(told(tools, "{\"more\": {\"v\": 1}}", RESULT).text())
        .startsWith("The arguments do not fit");
    assertThat(made).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"other\"}",
        "{\"name\": \"other\", \"inputSchema\": null, \"description\": null}",
        "{\"name\": \"other\", \"inputSchema\": {\"type\": [\"object\"], \"properties\": null}}",
        "{\"name\": \"other\", \"inputSchema\": {\"properties\": {\"a\": 1}, \"required\": true}}",
        "{\"name\": \"other\", \"inputSchema\": {\"$ref\": \"#/nowhere\"}}",
        "{\"name\": \"other\", \"inputSchema\": {\"properties\": {\"a\": {\"type\": \"string\", \"enum\": [1]}}}}",
        "{\"inputSchema\": {\"type\": \"object\"}}",
        "null"
      })
  void shouldOfferTheOtherToolsWhereOneHasAnUnknownForm(String other) {
    String tools = "[" + other + ", " + PLAIN.substring(1);

    assertThat(told(tools, "{}", RESULT).text()).isEqualTo("seen");
  }
}
