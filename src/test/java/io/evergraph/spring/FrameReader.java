package io.evergraph.spring;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A client that reads the frames of a run, and goes on elsewhere where its connection breaks. */
final class FrameReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String path;
  private final List<String> ids = Collections.synchronizedList(new ArrayList<>());
  private final List<String> pieces = Collections.synchronizedList(new ArrayList<>());
  private CompletableFuture<Void> reading = CompletableFuture.completedFuture(null);

  private record Frame(String id, String event, String data) {}

  /**
   * Makes a reader.
   *
   * @param path where a run is streamed
   */
  FrameReader(String path) {
    this.path = path;
  }

  /** Begins to read from a server, behind the last frame that was read. */
  FrameReader readFrom(String server) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path));
    if (!ids.isEmpty()) {
      request.header("Last-Event-ID", ids.get(ids.size() - 1));
    }
    reading =
        CompletableFuture.runAsync(() -> read(request.build()), task -> new Thread(task).start());
    return this;
  }

  private void read(HttpRequest request) {
    try (InputStream body = client.send(request, BodyHandlers.ofInputStream()).body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      for (Frame frame = next(lines); frame != null; frame = next(lines)) {
        ids.add(frame.id());
        if (frame.event().equals("messages")) {
          pieces.add(piece(frame));
        }
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException stop) {
      throw new IllegalStateException(stop);
    }
  }

  /** Only a whole frame counts: one that is cut off is sent again. */
  private static @Nullable Frame next(BufferedReader lines) throws IOException {
    String id = "";
    String event = "";
    String data = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id:")) {
        id = line.substring(3).strip();
      } else if (line.startsWith("event:")) {
        event = line.substring(6).strip();
      } else if (line.startsWith("data:")) {
        data += line.substring(5);
      } else if (line.isEmpty() && !event.isEmpty()) {
        return new Frame(id, event, data);
      }
    }
    return null;
  }

  /** Returns whether the stream has come to its end, or its connection has broken. */
  boolean isOver() {
    return reading.isDone();
  }

  boolean isBroken() {
    return reading.isCompletedExceptionally();
  }

  List<String> ids() {
    return List.copyOf(ids);
  }

  /** Returns the pieces of messages, in the order in which they came. */
  List<String> pieces() {
    return List.copyOf(pieces);
  }

  private static String piece(Frame frame) {
    try {
      return JSON.readTree(frame.data()).get(0).get("content").asText();
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(frame.toString(), malformed);
    }
  }
}
