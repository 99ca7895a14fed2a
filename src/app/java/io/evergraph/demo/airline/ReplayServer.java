package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.evergraph.runtime.TaskThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/**
 * Replays recorded conversations over HTTP on 127.0.0.1, in the place of a model and its tools.
 *
 * <p>Every conversation has its own URL, {@code http://127.0.0.1:PORT/conversations/ID}. Below it
 * are
 *
 * <ul>
 *   <li>{@code POST …/v1/chat/completions}: OpenAI's chat completions, whole or streamed; {@code
 *       …/v1} is what a client takes as the base URL of its provider. System messages at the
 *       beginning are ignored; the number of messages after them is the position. If these messages
 *       are the recorded ones, the answer is the recorded message at that position. Right after the
 *       last recorded message, the answer is empty with finish reason {@code stop}.
 *   <li>{@code POST …/tools/results} with {@code {"position": 4, "tool": "…", "arguments": "…"}}:
 *       the recorded result of a call as {@code {"content": "…"}}. The position is that of the
 *       result, the arguments are the raw text that the model wrote. The headers {@code
 *       Idempotency-Key} and {@code Process-Id} of both go to the journal.
 * </ul>
 *
 * <p>Whatever was not recorded is refused with status 400 and an OpenAI error body. Its message
 * names the conversation, the position, the field, the expected and the found value, and what the
 * user says there in the recording; codes are {@code recording_mismatch}, {@code
 * not_the_models_turn}, {@code no_recorded_result}, {@code recording_over} and {@code
 * malformed_request}. An unknown conversation is a 404. Arguments of tool calls are compared byte
 * by byte, but empty ones in a message are the same as <code>{}</code>. Content that is absent,
 * null or empty is the same. The service keeps no state per conversation: repeating a request
 * repeats the answer.
 */
public final class ReplayServer implements AutoCloseable {

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final HttpServer http;
  private final ExecutorService threads;
  private final ReplayJournal journal;

  private ReplayServer(HttpServer http, ExecutorService threads, ReplayJournal journal) {
    this.http = http;
    this.threads = threads;
    this.journal = journal;
  }

  /** Starts a service on a free port that answers at once. */
  public static ReplayServer start(List<Conversation> conversations) throws IOException {
    return start(conversations, 0);
  }

  /** Starts a service on a port, 0 for any free one, that answers at once. */
  public static ReplayServer start(List<Conversation> conversations, int port) throws IOException {
    return start(conversations, port, Pace.AT_ONCE);
  }

  /**
   * Starts a service.
   *
   * @param port where to listen, 0 for any free port
   * @throws IOException if it cannot listen there
   * @throws IllegalArgumentException if two conversations have the same id
   */
  public static ReplayServer start(List<Conversation> conversations, int port, Pace pace)
      throws IOException {
    // The JDK's server sends head and body apart and, without this, waits 40 ms between them.
    System.getProperties().putIfAbsent("sun.net.httpserver.nodelay", "true");
    ReplayJournal journal = new ReplayJournal();
    ReplayHandler handler = new ReplayHandler(byId(conversations), journal, pace);
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    ExecutorService threads = TaskThreads.newExecutor("evergraph-replay");
    http.setExecutor(threads);
    http.createContext("/", handler);
    http.start();
    return new ReplayServer(http, threads, journal);
  }

  private static Map<String, RecordedReplies> byId(List<Conversation> conversations) {
    Map<String, RecordedReplies> recordings = new LinkedHashMap<>();
    for (Conversation conversation : conversations) {
      if (recordings.put(conversation.id(), new RecordedReplies(conversation)) != null) {
        throw new IllegalArgumentException(
            "Two conversations have the id "
                + conversation.id()
                + ": give every conversation its own");
      }
    }
    return recordings;
  }

  /** Returns the port that the service listens on. */
  public int port() {
    return http.getAddress().getPort();
  }

  /**
   * Returns the URL below which the conversations are: {@code http://127.0.0.1:PORT/conversations}.
   */
  public URI url() {
    return URI.create("http://127.0.0.1:" + port() + "/conversations");
  }

  /** Returns the URL of a conversation: {@code http://127.0.0.1:PORT/conversations/ID}. */
  URI conversationUrl(String id) {
    String segment = URLEncoder.encode(id, UTF_8).replace("+", "%20");
    return URI.create(url() + "/" + segment);
  }

  URI modelUrl(String id) {
    return URI.create(conversationUrl(id) + "/v1");
  }

  /** Returns what was answered so far; it can be read after the service is closed. */
  public ReplayJournal journal() {
    return journal;
  }

  /**
   * Stops listening, closes all connections and ends the threads; answers that are being sent are
   * cut off.
   */
  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
