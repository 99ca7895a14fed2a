package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools by name. */
class ToolsetTest {
  private static final ToolSpecification ADD = ToolSpecification.builder().name("add").build();
  private static final ToolSpecification SUB = ToolSpecification.builder().name("sub").build();

  @Test
  void shouldReadDefinitionsInOpenAisFormat() {
    List<ToolSpecification> definitions =
        Toolset.definitions(
            """
            [{"type": "function", "function": {"name": "add", "description": "Adds.", "parameters":
              {"type": "object", "properties": {"a": {"type": "integer", "minimum": 0}},
               "required": ["a"]}}}]
            """);

    assertThat(definitions).hasSize(1);
    assertThat(definitions.get(0).name()).isEqualTo("add");
    assertThat(definitions.get(0).description()).isEqualTo("Adds.");
    assertThat(definitions.get(0).parameters().required()).containsExactly("a");
    assertThat(definitions.get(0).toJson()).contains("\"minimum\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "[{}]", "[{\"function\": {\"name\": 1}}]"})
  void shouldSayWhatItExpectsWhenDefinitionsAreSomethingElse(String json) {
    assertThatThrownBy(() -> Toolset.definitions(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("OpenAI's format");
  }

  @Test
  void shouldKeepTheOrderOfDeclaration() {
    Toolset both =
        Toolset.of(SUB, (call, context) -> "").and(Toolset.of(ADD, (call, context) -> ""));

    assertThat(both.names()).containsExactly("sub", "add");
    assertThat(both.specifications()).containsExactly(SUB, ADD);
    assertThat(Toolset.empty().and(both).names()).containsExactly("sub", "add");
  }

  @Test
  void shouldRefuseTwoToolsOfOneName() {
    Toolset add = Toolset.of(ADD, (call, context) -> "");

    assertThatThrownBy(() -> add.and(add)).hasMessageContaining("'add' twice");
    assertThatThrownBy(() -> Toolset.of(List.of(ADD, ADD), (call, context) -> ""))
        .hasMessageContaining("'add' twice");
  }
}
