package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.demo.airline.ReplayServer;
import io.evergraph.demo.report.ReportAgent;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DemoThreadTest {

  @Test
  void shouldTellACommandThatStartsTheReport() throws IOException {
    try (ReplayServer models = ReplayServer.start(ReportAgent.conversations());
        TestServer server = TestServer.of(ReportAgent.graph(Map.of()))) {
      String lines =
          DemoThread.report("http://127.0.0.1:8080/threads/", DemoThread.replayedAt(models.url()))
              .collect(Collectors.joining("\n"));
      String path = lines.replaceAll("(?s).*curl -s http://127.0.0.1:8080(\\S+) .*", "$1");
      String body = lines.replaceAll("(?s).*-d '(.*)'.*", "$1");

      Reply reply = server.post(path, body);

      assertThat(path).isEqualTo("/threads/report-demo/runs/wait");
      assertThat(reply.json().get("__interrupt__")).hasSize(1);
    }
  }
}
