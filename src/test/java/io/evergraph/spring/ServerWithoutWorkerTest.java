package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A server whose nodes run in other processes. */
class ServerWithoutWorkerTest {
  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
          .withUserConfiguration(Everything.class, Graphs.class)
          .withPropertyValues(
              "server.port=0",
              "server.address=127.0.0.1",
              "evergraph.web.allow-admin=true",
              "evergraph.temporal.embedded=true",
              "evergraph.worker.enabled=false");

  @Test
  void shouldReportNoErasureOfEmissionsThatOtherProcessesHold() {
    runner.run(context -> assertThat(erasure(port(context))).doesNotContain("emissions"));
  }

  @Test
  void shouldReportTheErasureOfEmissionsWhereNodesRunHere() {
    runner
        .withPropertyValues("evergraph.worker.enabled=true")
        .run(context -> assertThat(erasure(port(context))).contains("emissions"));
  }

  private static int port(AssertableWebApplicationContext context) {
    return context
        .getSourceApplicationContext(AnnotationConfigServletWebServerApplicationContext.class)
        .getWebServer()
        .getPort();
  }

  private static String erasure(int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/admin/erasures"))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString("{\"thread_id\":\"gone\"}"))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}
}
