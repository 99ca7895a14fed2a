package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import io.evergraph.demo.airline.RecordedMessage.User;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationFileTest {

  private static final String GOOD = "{'id':'a','messages':[{'role':'user','content':'Hi'}]}";

  @TempDir Path folder;

  @Test
  void shouldReadAllRecordings() {
    // given
    List<RecordedMessage> messages =
        Recordings.all().stream().flatMap(each -> each.messages().stream()).toList();

    // then
    assertThat(Recordings.all()).hasSize(140).allMatch(Conversation::endsOpen);
    assertThat(messages).filteredOn(User.class::isInstance).hasSize(1041);
    assertThat(messages).filteredOn(Assistant.class::isInstance).hasSize(1741);
    assertThat(messages).filteredOn(Tool.class::isInstance).hasSize(840);
    assertThat(messages)
        .filteredOn(each -> each instanceof Tool && each.content().isEmpty())
        .hasSize(68);
  }

  @Test
  void shouldKnowWhatTheCustomerSaysWhenTheConversationIsReplayed() {
    // given
    Conversation conversation = Recordings.named("airline-041-0");

    // then
    assertThat(Recordings.userTurns(conversation))
        .hasSize(5)
        .first()
        .asString()
        .startsWith("Hi there!");
    assertThat(conversation.modelAnswers()).isEqualTo(6);
    assertThat(conversation.reward()).isEqualTo(0.0);
  }

  @Test
  void shouldHoldOnlyRecordedConversationsWhenTheDemoIsRead() throws IOException {
    // when
    List<Conversation> demo = ConversationFile.resource("airline/demo.jsonl");

    // then
    assertThat(demo).hasSizeBetween(3, 5).isSubsetOf(Recordings.all());
  }

  @Test
  void shouldReadWhateverTheFormatAllows() throws IOException {
    // given
    Path file =
        write(
            """
            {"id":"b","other":1,"messages":[{"role":"system","content":"Be kind."},{"role":"developer","content":"Now."},\
            {"role":"user","content":[{"type":"text","text":"Zwölf "},{"type":"text","text":"\\ud83d\\udeeb"}]},\
            {"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{ }"}}]},\
            {"role":"tool","tool_call_id":"1","content":""},{"role":"assistant","content":null}]}

              \t
            {"id":"c","reward":null,"messages":[{"role":"user","content":""}]}
            """,
            UTF_8);

    // when
    List<Conversation> conversations = ConversationFile.read(file);

    // then
    List<RecordedMessage> expected =
        List.of(
            new User("Zwölf 🛫"),
            new Assistant("", List.of(new RecordedCall("1", "f", "{ }"))),
            new Tool("1", null, ""),
            new Assistant("", List.of()));
    assertThat(conversations)
        .containsExactly(
            new Conversation("b", null, expected),
            new Conversation("c", null, List.of(new User(""))));
    assertThat(conversations).extracting(Conversation::endsOpen).containsExactly(false, true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | not JSON at column",
        "{'id':'b' | not JSON at column",
        "{'id':'b'} {} | not JSON at column",
        "{'id':'b','id':'c'} | not JSON at column",
        "[] | expected a JSON object, found an array",
        "{'messages':[]} | id: expected a string, found nothing",
        "{'id':7,'messages':[]} | id: expected a string, found 7",
        "{'id':' ','messages':[{'role':'user','content':'Hi'}]} | needs an id, but it is blank",
        "{'id':'b','reward':'1'} | reward: expected a number, found a string",
        "{'id':'b'} | messages: expected an array, found nothing",
        "{'id':'b','messages':[]} | has no messages",
        "{'id':'b','messages':[{'role':'system','content':'x'}]} | has no messages",
        "{'id':'b','messages':['Hi']} | messages[0]: expected a JSON object, found a string",
        "{'id':'b','messages':[{'content':'Hi'}]} | messages[0].role: expected a string, found nothing",
        "{'id':'b','messages':[{'role':'bot'}]} | messages[0].role: expected user, assistant or tool, found bot",
        "{'id':'b','messages':[{'role':'user'}]} | messages[0].content: expected a string, found nothing",
        "{'id':'b','messages':[{'role':'user','content':null}]} | messages[0].content: expected a string, found null",
        "{'id':'b','messages':[{'role':'tool','content':''}]} | messages[0].tool_call_id: expected a string",
        "{'id':'b','messages':[{'role':'assistant','tool_calls':{}}]} | tool_calls: expected an array, found an object",
        "{'id':'b','messages':[{'role':'assistant','tool_calls':[{}]}]} | tool_calls[0].function: expected a JSON object",
        "{'id':'b','messages':[{'role':'assistant','tool_calls':[{'id':'1','function':{'name':'f','arguments':{}}}]}]}"
            + " | messages[0].tool_calls[0].function.arguments: expected a string, found an object",
        "{'id':'b','messages':[{'role':'user','content':'x'},{'role':'system','content':'y'}]}"
            + " | messages[1].role: expected user, assistant or tool, found system, which may only come first",
        "{'id':'a','messages':[{'role':'user','content':'x'}]} | id a is already taken by line 1",
      })
  void shouldNameLineAndProblemWhenALineIsNoConversation(String line, String problem)
      throws IOException {
    // given
    Path file = write(GOOD.replace('\'', '"') + "\n\n" + line.replace('\'', '"') + "\n", UTF_8);

    // when, then
    assertThatThrownBy(() -> ConversationFile.read(file))
        .isInstanceOfSatisfying(
            ConversationFormatException.class,
            e -> {
              assertThat(e.line()).isEqualTo(3);
              assertThat(e.source()).isEqualTo(file.toString());
            })
        .hasMessageContaining(file + ", line 3: ")
        .hasMessageContaining(problem);
  }

  @Test
  void shouldNameTheLineWhenItIsNotUtf8() throws IOException {
    // given
    Path file = write((GOOD + "\n" + GOOD.replace("Hi", "Grüße")).replace('\'', '"'), ISO_8859_1);

    // when, then
    assertThatThrownBy(() -> ConversationFile.read(file))
        .isInstanceOf(ConversationFormatException.class)
        .hasMessageContaining("line 2: expected one JSON object");
  }

  @Test
  void shouldRefuseAFileWithoutConversations() throws IOException {
    // given
    Path file = write("\n\n", UTF_8);

    // when, then
    assertThatThrownBy(() -> ConversationFile.read(file))
        .isInstanceOf(ConversationFormatException.class)
        .hasMessageContaining("line 3: expected at least one conversation");
  }

  @Test
  void shouldSayThatTheFileOrResourceIsMissing() {
    assertThatThrownBy(() -> ConversationFile.read(folder.resolve("missing.jsonl")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> ConversationFile.resource("airline/missing.jsonl"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("airline/missing.jsonl");
  }

  @Test
  void shouldHoldUnicodeAndReusedIdsWhenTheRecordingsAreRead() {
    // given
    Predicate<Conversation> reusesAnId =
        conversation ->
            conversation.messages().stream()
                    .filter(Tool.class::isInstance)
                    .map(message -> ((Tool) message).callId())
                    .distinct()
                    .count()
                < conversation.messages().stream().filter(Tool.class::isInstance).count();

    // then
    assertThat(Recordings.all()).filteredOn(reusesAnId).hasSize(40);
    assertThat(Recordings.all())
        .anyMatch(each -> each.messages().stream().anyMatch(m -> m.content().contains("’")));
  }

  private Path write(String text, Charset charset) throws IOException {
    return Files.write(folder.resolve("conversations.jsonl"), text.getBytes(charset));
  }
}
