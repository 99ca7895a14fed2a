package io.evergraph.server.langgraph;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.StreamPart;
import io.evergraph.server.EventReader;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter.DataWithMediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

record FrameWriter(RunFrames frames, SseEmitter client, Runnable onGone)
    implements EventReader<StreamPart> {
  private static final Logger LOG = LoggerFactory.getLogger(FrameWriter.class);
  private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, UTF_8);

  /** The first frame needs no event: the client learns at once which run it sees. */
  @Override
  public void begin() throws IOException {
    flush();
  }

  @Override
  public void event(StreamPart part) throws IOException {
    frames.see(part);
    flush();
    if (frames.isComplete()) {
      client.complete();
    }
  }

  private void flush() throws IOException {
    for (RunFrames.Frame frame : frames.take()) {
      write(frame);
    }
  }

  private void write(RunFrames.Frame frame) throws IOException {
    Object data = frame.data();
    SseEmitter.SseEventBuilder event = SseEmitter.event().id(frame.id().text()).name(frame.event());
    client.send(
        data == null ? event.data("null", TEXT) : event.data(data, MediaType.APPLICATION_JSON));
  }

  /** A comment without the blank line after it, which some clients would take for an event. */
  @Override
  public void idle() throws IOException {
    client.send(Set.of(new DataWithMediaType(": heartbeat\n", TEXT)));
  }

  @Override
  public boolean isDone() {
    return frames.isComplete();
  }

  @Override
  public void gone() {
    onGone.run();
  }

  @Override
  public void stopped() {
    client.complete();
  }

  /** Without an end, clients come back; where that would not help they are told why. */
  @Override
  public void failed(RuntimeException failure) {
    LOG.warn("The stream of a run was cut off.", LogContents.of(failure));
    if (!(failure instanceof RuntimeUnavailableException)) {
      tell(failure);
    }
    client.complete();
  }

  private void tell(RuntimeException failure) {
    try {
      client.send(
          SseEmitter.event().name("error").data(RunError.of(failure), MediaType.APPLICATION_JSON));
    } catch (IOException gone) {
      LOG.debug("The client went before it could be told.", LogContents.of(gone));
    }
  }
}
