package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application that has not springdoc on its class path offers the same endpoints. */
class WithoutDocumentationTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
          .withUserConfiguration(Everything.class, Graphs.class)
          .withClassLoader(
              new FilteredClassLoader("org.springdoc.core", "org.springdoc.webmvc", "io.swagger"))
          .withPropertyValues(
              "server.port=0",
              "server.address=127.0.0.1",
              "evergraph.runtime=memory",
              "evergraph.web.allow-admin=true",
              "spring.autoconfigure.exclude=" + String.join(",", documentation()));

  private static List<String> documentation() {
    ClassLoader loader = WithoutDocumentationTest.class.getClassLoader();
    return ImportCandidates.load(AutoConfiguration.class, loader).getCandidates().stream()
        .filter(name -> name.startsWith("org.springdoc"))
        .toList();
  }

  @Test
  void shouldOfferActuatorAndAdminPathsWithoutSpringdoc() {
    runner.run(
        context -> {
          AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
          AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
          assertThat(get(context, "/actuator").statusCode()).isEqualTo(200);
          assertThat(get(context, "/actuator/health").statusCode()).isEqualTo(200);
          assertThat(get(context, "/actuator/nothing").statusCode()).isEqualTo(404);
          assertThat(get(context, "/admin/parked").body()).isEqualTo("[]");
          assertThat(get(context, "/info").statusCode()).isEqualTo(200);
        });
  }

  @Test
  void shouldNotPointToPagesThatAreNotThere() {
    runner.run(
        context -> {
          for (String path : List.of("/admin", "/admin/gone", "/threads/t/gone")) {
            HttpResponse<String> reply = get(context, path);
            JsonNode problem = JSON.readTree(reply.body());

            assertThat(reply.statusCode()).isEqualTo(404);
            assertThat(problem.path("type").asText())
                .isEqualTo("urn:evergraph:problem:unknown-path");
            assertThat(problem.path("detail").asText()).doesNotContain("api-docs");
          }
          assertThat(get(context, "/docs").statusCode()).isEqualTo(404);
          assertThat(get(context, "/v3/api-docs").statusCode()).isEqualTo(404);
        });
  }

  private static HttpResponse<String> get(AssertableWebApplicationContext context, String path)
      throws Exception {
    int port =
        context
            .getSourceApplicationContext(AnnotationConfigServletWebServerApplicationContext.class)
            .getWebServer()
            .getPort();
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}
}
