package io.evergraph.llm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Locale;

/** One request over HTTP and its reply in chunks, which may end or break off anywhere. */
public final class ChunkedExchange {
  private final InputStream in;
  private final OutputStream out;
  private final String body;

  private ChunkedExchange(InputStream in, OutputStream out, String body) {
    this.in = in;
    this.out = out;
    this.body = body;
  }

  /** Reads the request of a connection. */
  public static ChunkedExchange read(Socket connection) throws IOException {
    InputStream in = new BufferedInputStream(connection.getInputStream());
    String body = new String(in.readNBytes(contentLength(in)), UTF_8);
    return new ChunkedExchange(in, connection.getOutputStream(), body);
  }

  /** Returns the body of the request. */
  public String body() {
    return body;
  }

  private static int contentLength(InputStream in) throws IOException {
    int length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    return length;
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  /**
   * Begins the reply.
   *
   * @param headers each with its line end
   */
  public void begin(String status, String headers) throws IOException {
    String rest = "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    out.write(("HTTP/1.1 " + status + "\r\n" + headers + rest).getBytes(US_ASCII));
  }

  /** Sends a part of the body; an empty one ends it. */
  public void chunk(String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(US_ASCII));
    out.write(bytes);
    out.write("\r\n".getBytes(US_ASCII));
    out.flush();
  }

  /** Waits until the client has closed the connection. */
  public void awaitEnd() throws IOException {
    while (in.read() >= 0) {
      // until the end of the connection
    }
  }
}
