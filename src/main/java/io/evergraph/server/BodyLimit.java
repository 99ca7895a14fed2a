package io.evergraph.server;

import io.evergraph.error.TooLargeException;
import io.evergraph.runtime.RuntimeInfo;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Type;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/**
 * Refuses bodies that a runtime could not carry, before they are read whole: an input or an answer
 * must fit into one message to a workflow. Refuses those that come in too slowly, too.
 */
@RestControllerAdvice(basePackageClasses = BodyLimit.class)
class BodyLimit extends RequestBodyAdviceAdapter {
  private static final String SUBJECT = "the body of a request";
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final long MAX_DRAINED_BYTES = 256L * 1024 * 1024;
  private static final String WHERE_MORE =
      " On Temporal a store of large values (evergraph.blobs.store) allows for more.";

  private final long limit;
  private final Duration longest;

  /**
   * Sets the limits.
   *
   * @param limit how many bytes a body may have
   * @param longest how long it may take to come in
   */
  BodyLimit(long limit, Duration longest) {
    this.limit = limit;
    this.longest = longest;
  }

  @Override
  public boolean supports(
      MethodParameter parameter, Type type, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public HttpInputMessage beforeBodyRead(
      HttpInputMessage message,
      MethodParameter parameter,
      Type type,
      Class<? extends HttpMessageConverter<?>> converter)
      throws IOException {
    long announced = message.getHeaders().getContentLength();
    if (announced > limit) {
      drain(message.getBody(), System.nanoTime() + longest.toNanos());
      throw tooLarge(announced, limit);
    }
    return new LimitedMessage(
        message.getHeaders(), new LimitedStream(message.getBody(), limit, longest));
  }

  /** Many clients read the answer only after they have sent the whole body. */
  private static void drain(InputStream body, long deadline) throws IOException {
    byte[] unread = new byte[BUFFER_BYTES];
    long drained = 0;
    int read = 0;
    while (read >= 0 && drained < MAX_DRAINED_BYTES && System.nanoTime() - deadline < 0) {
      read = body.read(unread);
      drained += read;
    }
  }

  private static TooLargeException tooLarge(long size, long limit) {
    String more = limit > RuntimeInfo.USUAL_MESSAGE_BYTES ? "" : WHERE_MORE;
    return new TooLargeException(SUBJECT, size, limit, TooLargeException.SEND_A_REFERENCE + more);
  }

  private record LimitedMessage(HttpHeaders headers, InputStream body) implements HttpInputMessage {
    @Override
    public HttpHeaders getHeaders() {
      return headers;
    }

    @Override
    public InputStream getBody() {
      return body;
    }
  }

  /** Counts what is read of a body that did not tell its length. */
  static final class LimitedStream extends FilterInputStream {
    private final long limit;
    private final long deadline;
    private long count;

    LimitedStream(InputStream body, long limit, Duration longest) {
      super(body);
      this.limit = limit;
      this.deadline = System.nanoTime() + longest.toNanos();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = super.read(buffer, offset, length);
      count += Math.max(read, 0);
      if (count > limit) {
        drain(in, deadline);
        throw tooLarge(count, limit);
      }
      if (System.nanoTime() - deadline > 0) {
        throw new SocketTimeoutException("The body came in too slowly.");
      }
      return read;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
