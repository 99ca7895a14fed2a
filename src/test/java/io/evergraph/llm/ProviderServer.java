package io.evergraph.llm;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.evergraph.llm.model.ModelHttpClient;
import io.evergraph.llm.model.ModelSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A provider over HTTP that speaks the wire format of OpenAI or of Anthropic, one told manner of
 * answering a request, the last for good.
 */
public final class ProviderServer implements AutoCloseable {
  private static final String USAGE =
      "{\"prompt_tokens\":3,\"completion_tokens\":1,\"total_tokens\":4,"
          + "\"prompt_tokens_details\":{\"cached_tokens\":2},"
          + "\"completion_tokens_details\":{\"reasoning_tokens\":1}}";

  /** What OpenAI streams when it is asked for the usage: no choices, and the tokens. */
  private static final String LAST_CHUNK =
      "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"big\","
          + "\"choices\":[],\"usage\":"
          + USAGE
          + "}\n\n";

  private final ServerSocket server;
  private final Format format;
  private final boolean streams;
  private final Queue<Manner> manners = new ConcurrentLinkedQueue<>();
  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
  private final Queue<Long> times = new ConcurrentLinkedQueue<>();

  /** A wire format. */
  public enum Format {
    OPENAI,
    ANTHROPIC
  }

  private record Manner(String status, String headers, String body, boolean isCut) {}

  private ProviderServer(ServerSocket server, Format format, boolean streams) {
    this.server = server;
    this.format = format;
    this.streams = streams;
  }

  public static ProviderServer start(Format format, boolean streams) throws IOException {
    byte[] loopback = {127, 0, 0, 1};
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByAddress(loopback));
    ProviderServer server = new ProviderServer(socket, format, streams);
    Thread thread = new Thread(server::listen, "provider-server");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  public ProviderServer refuses(int status, String headers) {
    String body = "{\"type\":\"error\",\"error\":{\"type\":\"any\",\"message\":\"Not now\"}}";
    manners.add(
        new Manner(
            status + " Refused", "Content-Type: application/json\r\n" + headers, body, false));
    return this;
  }

  /** Answers with text that is no JSON where JSON has to be. */
  public ProviderServer garbles() {
    return with(streams ? "data: {\"broken\n\n" : "{\"broken", false);
  }

  public ProviderServer says(String... pieces) {
    return with(body(List.of(pieces)), false);
  }

  /** Says that it has failed after it has begun to answer, with the status of success. */
  public ProviderServer failsAfter(String... pieces) {
    String error = "{\"type\":\"error\",\"error\":{\"type\":\"any\",\"message\":\"Not now\"}}";
    if (!streams) {
      return with(error, false);
    }
    String whole = body(List.of(pieces));
    String begun = whole.substring(0, whole.lastIndexOf("\n\n", whole.indexOf(ending())) + 2);
    return format == Format.OPENAI
        ? with(begun + "data: " + error + "\n\ndata: [DONE]\n\n", false)
        : with(begun + "event: error\ndata: " + error + "\n\n", false);
  }

  /** Answers in OpenAI's format with what its filter has left. */
  public ProviderServer filters(String... pieces) {
    return with(openAi(List.of(pieces)).replace("\"stop\"", "\"content_filter\""), false);
  }

  /** Loses the connection in the middle of an answer. */
  public ProviderServer isCutAfter(String... pieces) {
    String whole = body(List.of(pieces));
    String begun = streams ? whole.substring(0, whole.indexOf(last()) - 1) : whole.substring(0, 40);
    return with(begun, true);
  }

  /** Ends a reply in good order before the answer is complete. */
  public ProviderServer endsAfter(String... pieces) {
    String whole = body(List.of(pieces));
    return with(whole.substring(0, whole.lastIndexOf("\n\n", whole.indexOf(ending())) + 2), false);
  }

  private String ending() {
    return format == Format.OPENAI ? "\"stop\"" : "content_block_stop";
  }

  private String last() {
    return format == Format.OPENAI ? "data: [DONE]" : "event: message_stop";
  }

  private ProviderServer with(String body, boolean isCut) {
    String type = streams ? "text/event-stream" : "application/json";
    manners.add(new Manner("200 OK", "Content-Type: " + type + "\r\n", body, isCut));
    return this;
  }

  private String body(List<String> pieces) {
    return format == Format.OPENAI ? openAi(pieces) : anthropic(pieces);
  }

  private String openAi(List<String> pieces) {
    if (!streams) {
      return """
          {"id": "x", "object": "chat.completion", "created": 1, "model": "big", "choices": [
            {"index": 0, "finish_reason": "stop",
             "message": {"role": "assistant", "content": "%s"}}],
           "usage": %s}
          """
          .formatted(String.join("", pieces), USAGE);
    }
    String chunk =
        "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"big\","
            + "\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n";
    return pieces.stream()
            .map(piece -> chunk.formatted("{\"content\":\"" + piece + "\"}", "null"))
            .collect(Collectors.joining())
        + chunk.formatted("{}", "\"stop\"")
        + LAST_CHUNK
        + "data: [DONE]\n\n";
  }

  private String anthropic(List<String> pieces) {
    String message =
        "{\"id\":\"x\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"big\","
            + "\"content\":[%s],\"stop_reason\":%s,\"stop_sequence\":null,"
            + "\"usage\":{\"input_tokens\":3,\"output_tokens\":1,"
            + "\"cache_read_input_tokens\":2,\"cache_creation_input_tokens\":5}}";
    if (!streams) {
      String text = "{\"type\":\"text\",\"text\":\"" + String.join("", pieces) + "\"}";
      return message.formatted(text, "\"end_turn\"");
    }
    return event("message_start", ",\"message\":" + message.formatted("", "null"))
        + event(
            "content_block_start",
            ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
        + pieces.stream()
            .map(
                piece ->
                    event(
                        "content_block_delta",
                        ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\""
                            + piece
                            + "\"}"))
            .collect(Collectors.joining())
        + event("content_block_stop", ",\"index\":0")
        + event(
            "message_delta",
            ",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
                + "\"usage\":{\"output_tokens\":1}")
        + event("message_stop", "");
  }

  private static String event(String type, String more) {
    return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + more + "}\n\n";
  }

  public ModelSource model() {
    String address = "http://127.0.0.1:" + server.getLocalPort() + "/v1";
    if (streams) {
      return format == Format.OPENAI
          ? ModelSource.of(
              OpenAiStreamingChatModel.builder()
                  .httpClientBuilder(ModelHttpClient.builder())
                  .baseUrl(address)
                  .apiKey("none")
                  .modelName("m")
                  .build())
          : ModelSource.of(
              AnthropicStreamingChatModel.builder()
                  .httpClientBuilder(ModelHttpClient.builder())
                  .baseUrl(address)
                  .apiKey("none")
                  .modelName("m")
                  .build());
    }
    return ModelSource.of(plain(address));
  }

  private ChatModel plain(String address) {
    return format == Format.OPENAI
        ? OpenAiChatModel.builder()
            .httpClientBuilder(ModelHttpClient.builder())
            .baseUrl(address)
            .apiKey("none")
            .modelName("m")
            .maxRetries(0)
            .build()
        : AnthropicChatModel.builder()
            .httpClientBuilder(ModelHttpClient.builder())
            .baseUrl(address)
            .apiKey("none")
            .modelName("m")
            .maxRetries(0)
            .build();
  }

  public int requests() {
    return bodies.size();
  }

  /** Returns what was asked, in its order. */
  public List<String> bodies() {
    return List.copyOf(bodies);
  }

  /** Returns how long each request but the first came after the one before. */
  public List<Duration> pauses() {
    List<Long> moments = List.copyOf(times);
    return IntStream.range(1, moments.size())
        .mapToObj(i -> Duration.ofNanos(moments.get(i) - moments.get(i - 1)))
        .toList();
  }

  private void listen() {
    while (!server.isClosed()) {
      try (Socket connection = server.accept()) {
        answer(connection);
      } catch (IOException gone) {
        // the client has gone, or the provider is closed
      }
    }
  }

  private void answer(Socket connection) throws IOException {
    ChunkedExchange exchange = ChunkedExchange.read(connection);
    times.add(System.nanoTime());
    bodies.add(exchange.body());
    Manner manner = manners.size() > 1 ? manners.remove() : manners.element();
    exchange.begin(manner.status(), manner.headers());
    exchange.chunk(manner.body());
    if (!manner.isCut()) {
      exchange.chunk("");
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
