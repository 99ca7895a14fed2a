package io.evergraph.testkit;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A model that says what a test wrote down, in order, and remembers what it was asked.
 *
 * <p>A request that it has answered before gets the same reply again and uses up nothing of the
 * script: a worker that takes over, or a second run of the same test, asks what was asked before.
 * Safe for use by several threads.
 *
 * <pre>{@code
 * ScriptedModel model =
 *     ScriptedModel.says(calls("refund", "{\"order\":\"7\"}"), text("You get your money."));
 * }</pre>
 */
public final class ScriptedModel implements ChatModel {
  private final Queue<Reply> script = new ArrayDeque<>();
  private final List<ChatRequest> requests = new ArrayList<>();
  private final Map<ChatRequest, ChatResponse> given = new HashMap<>();
  private int calls;

  private ScriptedModel(List<Reply> replies) {
    script.addAll(replies);
  }

  /** Returns a model that gives these replies, one for each request. */
  public static ScriptedModel says(Reply... replies) {
    return new ScriptedModel(List.of(replies));
  }

  /** Returns the reply that says a text. */
  public static Reply text(String words) {
    return new Reply(words, List.of(), null);
  }

  /**
   * Returns the reply that calls a tool; {@link Reply#and} adds calls to the same message.
   *
   * @param arguments JSON text, sent as it is
   */
  public static Reply calls(String tool, String arguments) {
    return new Reply("", List.of(), null).and(tool, arguments);
  }

  /** Returns the reply that is none: the client throws. */
  public static Reply fails(RuntimeException failure) {
    return new Reply("", List.of(), failure);
  }

  /**
   * What the model replies to one request.
   *
   * @param text the words; empty where it only calls
   * @param calls the calls in order
   * @param failure what is thrown in place of a reply; null where there is one
   */
  public record Reply(String text, List<Call> calls, @Nullable RuntimeException failure) {
    public Reply {
      calls = List.copyOf(calls);
    }

    /** Returns this reply with one more call. */
    public Reply and(String tool, String arguments) {
      List<Call> more = new ArrayList<>(calls);
      more.add(new Call(tool, arguments));
      return new Reply(text, more, failure);
    }
  }

  /**
   * A call of a tool; its id is made when it is said: {@code call_1}, {@code call_2} and so on.
   *
   * @param arguments JSON text
   */
  public record Call(String tool, String arguments) {}

  /** Says that a script has no reply to a request. No node tries that again. */
  static final class ScriptExhaustedError extends AssertionError {
    private static final long serialVersionUID = 1;

    ScriptExhaustedError(int said, ChatRequest request) {
      super(
          "Expected no request after the %d replies of the script but found one: %s"
              .formatted(said, request.messages()));
    }
  }

  /** Returns the requests in the order in which they came, repeated ones too. */
  public synchronized List<ChatRequest> requests() {
    return List.copyOf(requests);
  }

  /** Returns how many replies of the script were not asked for. */
  public synchronized int left() {
    return script.size();
  }

  /** Returns this model as one that replies word by word. */
  public StreamingChatModel streaming() {
    return new StreamingChatModel() {
      @Override
      public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        stream(ScriptedModel.this.doChat(request), handler);
      }
    };
  }

  private static void stream(ChatResponse response, StreamingChatResponseHandler handler) {
    String text = response.aiMessage().text();
    if (text != null) {
      for (String word : text.split("(?<= )", -1)) {
        handler.onPartialResponse(word);
      }
    }
    handler.onCompleteResponse(response);
  }

  @Override
  public synchronized ChatResponse doChat(ChatRequest request) {
    requests.add(request);
    ChatResponse before = given.get(request);
    if (before != null) {
      return before;
    }
    Reply reply = script.poll();
    if (reply == null) {
      throw new ScriptExhaustedError(given.size(), request);
    }
    if (reply.failure() != null) {
      throw reply.failure();
    }
    ChatResponse response = ChatResponse.builder().aiMessage(message(reply)).build();
    given.put(request, response);
    return response;
  }

  private AiMessage message(Reply reply) {
    List<ToolExecutionRequest> made = reply.calls().stream().map(this::call).toList();
    AiMessage.Builder message = AiMessage.builder().toolExecutionRequests(made);
    return reply.text().isEmpty() ? message.build() : message.text(reply.text()).build();
  }

  private ToolExecutionRequest call(Call call) {
    calls++;
    return ToolExecutionRequest.builder()
        .id("call_" + calls)
        .name(call.tool())
        .arguments(call.arguments())
        .build();
  }
}
