package io.evergraph.server.langgraph;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

record RunResponses(RunRecords records, RunStreams streams) {

  ResponseEntity<RunResource> created(RunPosition run, RunRequest request) {
    return ResponseEntity.ok()
        .header(HttpHeaders.CONTENT_LOCATION, path(run))
        .body(records.begun(run, request));
  }

  ResponseEntity<ResponseBodyEmitter> awaited(RunPosition run, RunRequest request) {
    return ResponseEntity.ok()
        .header(HttpHeaders.CONTENT_LOCATION, path(run))
        .header(HttpHeaders.LOCATION, path(run) + "/join")
        .contentType(MediaType.APPLICATION_JSON)
        .body(streams.outcome(run, request.whenGone()));
  }

  ResponseEntity<ResponseBodyEmitter> joined(RunPosition run) {
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .body(streams.outcome(run, RunStreams.WhenGone.CONTINUE));
  }

  ResponseEntity<SseEmitter> streamed(RunPosition run, RunRequest request) {
    return stream(path(run) + "/stream", request.modes())
        .header(HttpHeaders.CONTENT_LOCATION, path(run))
        .body(streams.frames(run, request.modes(), FrameId.BEFORE_ALL, request.whenGone()));
  }

  ResponseEntity<SseEmitter> streamedAgain(
      RunPosition run, StreamModes modes, FrameId seen, RunStreams.WhenGone whenGone) {
    return stream(path(run) + "/stream", modes).body(streams.frames(run, modes, seen, whenGone));
  }

  /**
   * Returns the answer that streams.
   *
   * @param path where a client whose connection breaks goes on, one that it may read
   */
  static ResponseEntity.BodyBuilder stream(String path, StreamModes modes) {
    return ResponseEntity.ok()
        .header(HttpHeaders.LOCATION, path + "?" + modes.query())
        .header("X-Accel-Buffering", "no")
        .cacheControl(CacheControl.noStore())
        .contentType(MediaType.TEXT_EVENT_STREAM);
  }

  private static String path(RunPosition run) {
    return "/threads/" + run.thread() + "/runs/" + run.runId();
  }
}
