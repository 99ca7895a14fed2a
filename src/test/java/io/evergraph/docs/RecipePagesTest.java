package io.evergraph.docs;

import static io.evergraph.testkit.ScriptedModel.calls;
import static io.evergraph.testkit.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.docs.RecipeExample.Score;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import io.evergraph.testkit.ScriptedModel;
import io.evergraph.testkit.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page of recipes shows is compiled, and does what it says. */
@ExtendWith(EvergraphExtension.class)
class RecipePagesTest {
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/RecipeExample.java"));

  static Stream<TestServer> servers() {
    return Stream.of(TestServer.memory(), TestServer.embedded());
  }

  @ParameterizedTest
  @ValueSource(strings = {"reflection", "plan", "evaluator"})
  void shouldShowTheRecipeThatIsCompiled(String part) {
    CODE.assertShownOn(Path.of("docs/recipes.md"), part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[A refund] | ApplicationsExample refund",
        "[An agent] | AgentExample agent, AgentExample tools",
        "[Map-reduce] | DigestExample graph, DigestExample decide",
        "[A subgraph] | ApplicationsExample subgraph",
        "[Reflection] | RecipeExample reflection",
        "[Plan and execute] | RecipeExample plan",
        "[Generate and evaluate] | RecipeExample evaluator"
      })
  void shouldSayHowManyLinesAnApplicationTakes(String application, String parts)
      throws IOException {
    String counted =
        Stream.of(parts.split(", "))
            .map(part -> part.split(" "))
            .map(part -> String.valueOf(lines(part[0], part[1])))
            .collect(Collectors.joining(" + "));

    assertThat(Files.readAllLines(Path.of("docs/recipes.md")))
        .filteredOn(line -> line.startsWith("| " + application))
        .singleElement()
        .asString()
        .endsWith(" | " + counted + " |");
  }

  @Test
  void shouldTakeFifteenLinesAtMostForAnAgentWithToolsAndApproval() {
    assertThat(lines("AgentExample", "agent")).isLessThanOrEqualTo(15);
  }

  private static long lines(String source, String part) {
    return new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/" + source + ".java"))
        .part(part)
        .lines()
        .filter(line -> !line.isBlank())
        .count();
  }

  private static GraphRun run(Graph recipe, TestServer server, String words) {
    return GraphRun.of(recipe).on(server).user(words).start();
  }

  private static String lastPrompt(ScriptedModel model) {
    return model.requests().get(model.requests().size() - 1).messages().toString();
  }

  private static ScriptedModel writerAndCritic() {
    return ScriptedModel.says(
        text("Pens write."),
        calls("answer", "{\"good\":false,\"advice\":\"Say with what.\"}"),
        text("Pens write with ink."),
        calls("answer", "{\"good\":true,\"advice\":\"\"}"));
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldWriteAgainUntilTheCriticIsContent(TestServer server) {
    ScriptedModel model = writerAndCritic();

    GraphRun run = run(RecipeExample.reflection(model), server, "About pens");

    assertThat(run).finished().chatIsValid();
    assertThat(run.chat())
        .extracting(Message::text)
        .contains("Pens write.", "Pens write with ink.");
    assertThat(model.requests().get(2).messages().toString()).contains("Say with what.");
    assertThat(model.left()).isZero();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldPlanAnewAfterEachStep(TestServer server) {
    ScriptedModel model =
        ScriptedModel.says(
            calls("answer", "{\"steps\":[\"find order 7\",\"pay it back\"]}"),
            calls("order", "{\"number\":\"7\"}"),
            text("Order 7 was 250 euros."),
            calls("answer", "{\"steps\":[\"pay back 250 euros\"]}"),
            calls("refund", "{\"order\":\"7\",\"amount\":250}"),
            text("Paid back."),
            calls("answer", "{\"steps\":[]}"));
    Graph planned = RecipeExample.planned(model, Toolset.from(new AgentExample.OrderTools()));

    GraphRun run = run(planned, server, "Refund order 7.");

    assertThat(run).finished().toolRan("order", 1).toolRan("refund", 1).chatIsValid();
    assertThat(model.requests().get(4).messages().toString()).contains("pay back 250 euros");
    assertThat(lastPrompt(model)).contains("Order 7 was 250 euros.", "Paid back.");
    assertThat(model.left()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"steps\":null}"})
  void shouldEndWhereAPlanNamesNoSteps(String plan) {
    ScriptedModel model = ScriptedModel.says(calls("answer", plan));
    Graph planned = RecipeExample.planned(model, Toolset.from(new AgentExample.OrderTools()));

    assertThat(run(planned, TestServer.memory(), "Thanks.")).finished();
  }

  @Test
  void shouldKeepWhatWasWrittenWhenWorkersAreLost() {
    ScriptedModel model = writerAndCritic();

    GraphRun run = run(RecipeExample.reflection(model), TestServer.memory(), "About pens");

    assertThat(run.killedAnywhere(5)).finished().chatIsValid();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldTryUntilTheScoreIsHighEnough(TestServer server) {
    ScriptedModel model = ScriptedModel.says(text("Pens."), text("Pens that write!"));

    GraphRun run = run(RecipeExample.slogan(model, String::length), server, "For pens");

    assertThat(run).finished().holds(RecipeExample.SCORE, new Score("Pens that write!", 16));
    assertThat(lastPrompt(model)).contains("\"points\":5");
    assertThat(run.state().value("loop.search")).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void shouldStopAtTheBoundWhenNothingIsGoodEnough(TestServer server) {
    ScriptedModel model = ScriptedModel.says(text("a"), text("b"), text("c"), text("d"), text("e"));

    GraphRun run = run(RecipeExample.slogan(model, slogan -> 1), server, "For pens");

    assertThat(run).finished().holds(RecipeExample.SCORE, new Score("e", 1));
    assertThat(run.chat().get(run.chat().size() - 1).text()).contains("bound of 5 turns");
  }
}
