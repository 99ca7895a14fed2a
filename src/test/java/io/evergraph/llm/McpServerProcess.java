package io.evergraph.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evergraph.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server of the Model Context Protocol in a process of its own, over its standard streams or over
 * HTTP. The names of its tools are the lines of a file; each call is noted in another one.
 */
public final class McpServerProcess {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SESSION = "Mcp-Session-Id";

  private final Path folder;
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();

  private McpServerProcess(Path folder) {
    this.folder = folder;
  }

  /** Offers tools from now on. */
  public static void offer(Path folder, String... names) throws IOException {
    Files.write(folder.resolve("tools"), List.of(names));
  }

  /** Returns the calls that were made so far. */
  public static List<String> calls(Path folder) throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** Returns the command of a server that speaks over its standard streams. */
  public static List<String> command(Path folder) {
    return command(folder, "stdio");
  }

  private static List<String> command(Path folder, String way) {
    return JavaProcess.command(McpServerProcess.class, List.of("-Xmx128m"), folder.toString(), way);
  }

  /** Starts a server on a port of this machine; 0 lets it choose. */
  public static Process start(Path folder, int port) throws IOException {
    return new ProcessBuilder(command(folder, "" + port))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Returns the port that a server of {@link #start} listens on. */
  public static int port(Process server) throws IOException {
    return Integer.parseInt(server.inputReader().readLine());
  }

  /** Serves until it is killed, or until its input ends. */
  public static void main(String[] arguments) throws IOException {
    McpServerProcess server = new McpServerProcess(Path.of(arguments[0]));
    if (arguments[1].equals("stdio")) {
      server.serve(new BufferedReader(new InputStreamReader(System.in)), System.out);
    } else {
      server.listen(Integer.parseInt(arguments[1]));
    }
  }

  private void serve(BufferedReader in, PrintStream out) throws IOException {
    String line = in.readLine();
    while (line != null) {
      answer(JSON.readTree(line)).ifPresent(out::println);
      out.flush();
      line = in.readLine();
    }
  }

  private void listen(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer http = HttpServer.create(address, 0);
    http.createContext("/mcp", this::exchange);
    http.start();
    System.out.println(http.getAddress().getPort());
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      JsonNode message = JSON.readTree(exchange.getRequestBody());
      if (!isKnown(exchange, message.path("method").asText())) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      Optional<ObjectNode> answer = answer(message);
      if (answer.isEmpty()) {
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      byte[] body = answer.get().toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Begins a session, or finds that of a request; forgets all of them where a file says so. */
  private boolean isKnown(HttpExchange exchange, String method) throws IOException {
    if (Files.deleteIfExists(folder.resolve("forget"))) {
      sessions.clear();
    }
    if (!method.equals("initialize")) {
      String session = exchange.getRequestHeaders().getFirst(SESSION);
      return session != null && sessions.contains(session);
    }
    String begun = UUID.randomUUID().toString();
    sessions.add(begun);
    exchange.getResponseHeaders().add(SESSION, begun);
    return true;
  }

  /** Returns the answer to a request; a notification has none. */
  private Optional<ObjectNode> answer(JsonNode message) throws IOException {
    if (!message.has("id") || !message.has("method")) {
      return Optional.empty();
    }
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", message.get("id"));
    ObjectNode result = answer.putObject("result");
    switch (message.get("method").asText()) {
      case "initialize" -> initialize(message.path("params"), result);
      case "tools/list" -> list(result.putArray("tools"));
      case "tools/call" -> call(message.path("params"), result);
      default -> result.removeAll();
    }
    return Optional.of(answer);
  }

  private static void initialize(JsonNode asked, ObjectNode result) {
    result.put("protocolVersion", asked.path("protocolVersion").asText());
    result.putObject("capabilities").putObject("tools").put("listChanged", false);
    result.putObject("serverInfo").put("name", "small").put("version", "1");
  }

  private void list(ArrayNode tools) throws IOException {
    for (String name : Files.readAllLines(folder.resolve("tools"))) {
      ObjectNode schema =
          tools
              .addObject()
              .put("name", name)
              .put("description", "Looks up " + name)
              .putObject("inputSchema")
              .put("type", "object");
      schema.putObject("properties").putObject("id").put("type", "integer");
      schema.putArray("required").add("id");
    }
  }

  /** Dies in the middle of a call where a file says so. */
  private void call(JsonNode asked, ObjectNode result) throws IOException {
    String call = asked.path("name").asText() + " " + asked.path("arguments").path("id").asInt();
    Files.writeString(
        folder.resolve("calls"), call + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    if (Files.deleteIfExists(folder.resolve("die"))) {
      Runtime.getRuntime().halt(137);
    }
    boolean isWrong = call.endsWith(" 404");
    result
        .put("isError", isWrong)
        .putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", isWrong ? "There is no such id." : call + " found");
  }
}
