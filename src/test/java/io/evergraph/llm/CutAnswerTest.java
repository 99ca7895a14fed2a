package io.evergraph.llm;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that reach the most tokens that an answer may have. */
@ExtendWith(EvergraphExtension.class)
class CutAnswerTest {
  private int deleted;

  private final Toolset tools =
      Toolset.of(
          ToolSpecification.builder().name("delete").build(), (call, context) -> "" + ++deleted);

  /** The first answer of a script is cut off. */
  private record Cut(ScriptedChat script) implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      ChatResponse whole = script.doChat(request);
      boolean isFirst = script.requests().size() == 1;
      return ChatResponse.builder()
          .aiMessage(whole.aiMessage())
          .finishReason(isFirst ? FinishReason.LENGTH : FinishReason.STOP)
          .build();
    }
  }

  private static ReactAgent agent(AiMessage... script) {
    return ReactAgent.of("agent", ModelSource.of(new Cut(ScriptedChat.of(script))));
  }

  private static List<Message> chat(ReactAgent agent) {
    return result(agent).state().get(MESSAGES);
  }

  private static RunResult result(ReactAgent agent) {
    return GraphRun.of(agent.build()).user("Hi").start().result();
  }

  @Test
  void shouldSayOfAnAnswerThatItIsCutOff() {
    List<Message> chat = chat(agent(says("Once upon a")));

    assertThat(chat.get(1).metadata()).containsEntry(Message.FINISH_REASON, Message.CUT);
    assertThat(Messages.isCut(chat.get(1))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"files\": [\"a\""})
  void shouldNotMakeACallInWhichTheAnswerIsCutOff(String arguments) {
    List<Message> chat =
        chat(
            agent(
                    calls(call("1", "delete", "{}"), call("2", "delete", arguments)),
                    calls(call("3", "delete", "")),
                    says("Done."))
                .tools(tools));

    assertThat(chat).extracting(Message::text).contains("1", "2").endsWith("Done.");
    assertThat(chat.get(3).text()).startsWith("This call was not made").contains("cut off");
    assertThat(deleted).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void shouldMakeTheCallsThatAreWholeInEachMode(ExecutionMode mode) {
    AiMessage cut = calls(call("1", "delete", "{}"), call("2", "delete", ""));

    List<Message> chat = chat(agent(cut, says("Done.")).tools(tools).mode(mode));

    assertThat(chat.get(2).text()).isEqualTo("1");
    assertThat(chat.get(3).text()).contains("cut off");
  }

  private record Verdict(boolean granted) {}

  @Test
  void shouldTellTheModelThatItsTypedAnswerIsCutOff() {
    RunResult result =
        result(agent(says("{\"gran"), says("{\"granted\": true}")).answer(Verdict.class));

    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class))).isEqualTo(new Verdict(true));
    assertThat(result.state().get(MESSAGES).get(2).text()).contains("cut off");
  }
}
