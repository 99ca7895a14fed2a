package io.evergraph.spring;

import static io.evergraph.spring.RemoteAccessTest.security;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.springframework.security.web.util.matcher.RegexRequestMatcher.regexMatcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.server.AllowedOrigins;
import jakarta.servlet.Filter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A web application that has the library on its class path and declares graphs. */
class WebApplicationTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
          .withUserConfiguration(Everything.class, Graphs.class)
          .withPropertyValues(
              "server.port=0",
              "server.address=127.0.0.1",
              "management.endpoints.web.exposure.include=health,metrics",
              "management.endpoint.health.show-details=always",
              "evergraph.temporal.embedded=true");

  @Test
  void shouldAnswerQuestionsOfGraphBeansOverHttp() {
    runner.run(
        context -> {
          int port = port(context);
          String thread = post(port, "/threads", "{}").path("thread_id").asText();
          post(
              port,
              "/threads/" + thread + "/runs/wait",
              "{\"assistant_id\":\"approval\",\"input\":{}}");

          JsonNode state = get(port, "/threads/" + thread + "/state");
          assertThat(state.path("next").path(0).asText()).isEqualTo("ask");

          post(
              port,
              "/threads/" + thread + "/runs/wait",
              "{\"assistant_id\":\"approval\",\"command\":{\"resume\":\"yes\"}}");
          JsonNode after = get(port, "/threads/" + thread + "/state");
          assertThat(after.path("values").path("greeting").asText()).isEqualTo("yes");
        });
  }

  @Test
  void shouldShowConnectionAndWorkerInItsHealth() {
    runner.run(
        context -> {
          JsonNode health = get(port(context), "/actuator/health").path("components");

          assertThat(health.path("temporal").path("status").asText()).isEqualTo("UP");
          assertThat(health.path("temporal").path("details").path("durable").asBoolean(true))
              .isFalse();
          assertThat(health.path("worker").path("status").asText()).isEqualTo("UP");
        });
  }

  @Test
  void shouldBeReadyOnlyWhileTheTemporalServerAnswers() {
    AtomicReference<Health> server = new AtomicReference<>(Health.up().build());
    HealthIndicator indicator = server::get;
    runner
        .withBean("temporalHealthIndicator", HealthIndicator.class, () -> indicator)
        .run(
            context -> {
              int port = port(context);
              AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
              AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
              assertThat(send(port, "/actuator/health/readiness").statusCode()).isEqualTo(200);

              server.set(Health.down().build());

              assertThat(send(port, "/actuator/health/readiness").statusCode()).isEqualTo(503);
              assertThat(send(port, "/actuator/health/liveness").statusCode()).isEqualTo(200);
            });
  }

  @Test
  void shouldReportTheFiguresOfTheWorker() {
    runner.run(
        context -> {
          int port = port(context);
          await()
              .untilAsserted(
                  () ->
                      assertThat(get(port, "/actuator/metrics").path("names").toString())
                          .contains("temporal_worker_start"));
        });
  }

  @Test
  void shouldOfferNoEndpointWhenItIsSwitchedOff() {
    runner
        .withPropertyValues("evergraph.web.enabled=false")
        .run(context -> assertThat(send(port(context), "/ok").statusCode()).isEqualTo(404));
  }

  @Test
  void shouldAllowTheOriginsThatAreNamed() {
    runner
        .withPropertyValues("evergraph.web.allowed-origins=https://a.example,https://b.example")
        .run(
            context ->
                assertThat(context.getBean(AllowedOrigins.class).patterns())
                    .containsExactly("https://a.example", "https://b.example"));
  }

  @Test
  void shouldLetPagesOfTheOriginsThatAreNamedCallAllEndpoints() {
    runner
        .withPropertyValues(
            "evergraph.web.allowed-origins=https://a.example", "evergraph.web.allow-admin=true")
        .run(
            context -> {
              for (String path : List.of("/threads", "/admin/parked")) {
                HttpRequest preflight =
                    request(port(context), path)
                        .header("origin", "https://a.example")
                        .header("access-control-request-method", "GET")
                        .method("OPTIONS", BodyPublishers.noBody())
                        .build();
                HttpResponse<String> allowed =
                    HttpClient.newHttpClient().send(preflight, BodyHandlers.ofString());

                assertThat(allowed.statusCode()).as(path).isEqualTo(200);
                assertThat(allowed.headers().firstValue("access-control-allow-origin"))
                    .as(path)
                    .hasValue("https://a.example");
              }
            });
  }

  @Test
  void shouldPutTheEndpointsBelowTheBasePathAndLeaveThoseOfTheApplication() {
    runner
        .withUserConfiguration(OwnPage.class)
        .withPropertyValues("evergraph.web.base-path=/agents/", "evergraph.web.allow-admin=true")
        .run(
            context -> {
              int port = port(context);
              String thread = post(port, "/agents/threads", "{}").path("thread_id").asText();

              JsonNode values =
                  post(
                      port,
                      "/agents/threads/" + thread + "/runs/wait",
                      "{\"assistant_id\":\"greeting\",\"input\":{\"name\":\"Ada\"}}");

              assertThat(values.path("greeting").asText()).isEqualTo("Hello, Ada");
              assertThat(send(port, "/agents/admin/parked").statusCode()).isEqualTo(200);
              assertThat(send(port, "/threads/" + thread).statusCode()).isEqualTo(404);
              assertThat(send(port, "/own").body()).isEqualTo("mine");
              assertThat(send(port, "/agents/threads/" + thread + "/nowhere").body())
                  .contains("urn:evergraph:problem:unknown-path");
            });
  }

  @Test
  void shouldKeepNullsWhateverTheMapperOfTheApplicationLeavesOut() {
    runner
        .withUserConfiguration(OwnPage.class)
        .withPropertyValues(
            "spring.jackson.default-property-inclusion=non_null",
            "spring.jackson.property-naming-strategy=UPPER_CAMEL_CASE",
            "spring.jackson.deserialization.use-big-decimal-for-floats=false")
        .run(
            context -> {
              int port = port(context);
              String thread = "/threads/" + post(port, "/threads", "{}").path("thread_id").asText();
              String order = "{\"assistant_id\":\"approval\",\"input\":{\"greeting\":null}}";
              JsonNode outcome = post(port, thread + "/runs/wait", order);
              JsonNode state = get(port, thread + "/state");
              String watched = order.replace("}}", "},\"stream_mode\":\"checkpoints\"}");
              HttpResponse<String> stream = send(posting(port, thread + "/runs/stream", watched));

              assertThat(outcome.has("greeting")).isTrue();
              assertThat(stream.body()).contains("\"greeting\":null");
              assertThat(fieldsOf(state.path("tasks").path(0)))
                  .containsExactlyInAnyOrder(
                      "id", "name", "error", "interrupts", "checkpoint", "state", "result");
              assertThat(state.path("values").has("greeting")).isTrue();
              assertThat(fieldsOf(get(port, thread + "/state"))).contains("parent_checkpoint");
              assertThat(fieldsOf(get(port, thread + "x"))).contains("detail", "instance");
              assertThat(fieldsOf(get(port, thread + "/nowhere"))).contains("detail", "instance");
              assertThat(send(port, "/own/form").body()).isEqualTo("{\"Known\":\"yes\"}");
            });
  }

  private static List<String> fieldsOf(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void shouldTellTheMethodsOfAPathBelowAServletPath() {
    runner
        .withPropertyValues("spring.mvc.servlet.path=/api")
        .run(
            context -> {
              int port = port(context);
              HttpRequest text =
                  request(port, "/api/threads").POST(BodyPublishers.ofString("{}")).build();

              HttpResponse<String> method = send(port, "/api/runs/wait");
              HttpResponse<String> type = send(text);

              assertThat(method.statusCode()).isEqualTo(405);
              assertThat(method.headers().firstValue("allow")).hasValue("POST");
              assertThat(method.body()).contains("urn:evergraph:problem:method-not-allowed");
              assertThat(type.statusCode()).isEqualTo(415);
              assertThat(type.body()).contains("urn:evergraph:problem:unsupported-media-type");
            });
  }

  @Test
  void shouldRefuseABasePathThatIsNone() {
    runner
        .withPropertyValues("evergraph.web.base-path=agents")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .hasMessageContainingAll("evergraph.web.base-path", "/agents", "'agents'"));
  }

  @Test
  void shouldKeepTheAdminEndpointsOffUntilSomebodyHasToLogIn() {
    runner.run(
        context -> {
          HttpResponse<String> refused = send(port(context), "/admin/parked");

          assertThat(refused.statusCode()).isEqualTo(403);
          assertThat(refused.body())
              .contains("urn:evergraph:problem:admin-off", "evergraph.web.allow-admin=true");
          assertThat(send(port(context), "/ok").statusCode()).isEqualTo(200);
        });
    runner
        .withBean(
            "springSecurityFilterChain", Filter.class, () -> security(regexMatcher("/admin(/.*)?")))
        .run(
            context ->
                assertThat(send(port(context), "/admin/parked").statusCode()).isEqualTo(200));
    runner
        .withBean(
            "springSecurityFilterChain", Filter.class, () -> security(regexMatcher("/mine/.*")))
        .run(
            context ->
                assertThat(send(port(context), "/admin/parked").statusCode()).isEqualTo(403));
  }

  @Test
  void shouldKeepTheAdminEndpointsOfAgentsOffUntilSomebodyHasToLogInForThem() {
    runner.run(
        context -> {
          HttpResponse<String> refused = send(port(context), "/api/admin/agents/diagrams");

          assertThat(refused.statusCode()).isEqualTo(403);
          assertThat(refused.body()).contains("urn:evergraph:problem:admin-off");
        });
    runner
        .withBean(
            "springSecurityFilterChain", Filter.class, () -> security(regexMatcher("/admin(/.*)?")))
        .run(
            context ->
                assertThat(send(port(context), "/api/admin/agents/diagrams").statusCode())
                    .isEqualTo(403));
    runner
        .withBean(
            "springSecurityFilterChain",
            Filter.class,
            () -> security(regexMatcher("/api/admin(/.*)?")))
        .run(
            context -> {
              int port = port(context);
              assertThat(send(port, "/api/admin/agents/diagrams").statusCode()).isEqualTo(200);
              assertThat(send(port, "/admin/parked").statusCode()).isEqualTo(403);
            });
  }

  @Test
  void shouldOpenTheAdminEndpointsWhereThatIsAllowed() {
    runner
        .withPropertyValues("evergraph.web.allow-admin=true")
        .run(
            context ->
                assertThat(send(port(context), "/admin/parked").statusCode()).isEqualTo(200));
  }

  @Test
  void shouldOfferNoEndpointInAnApplicationWithoutWeb() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                EvergraphAutoConfiguration.class, EvergraphWebAutoConfiguration.class))
        .withPropertyValues("evergraph.runtime=memory")
        .run(context -> assertThat(context).doesNotHaveBean(AllowedOrigins.class));
  }

  private static int port(AssertableWebApplicationContext context) {
    return context
        .getSourceApplicationContext(AnnotationConfigServletWebServerApplicationContext.class)
        .getWebServer()
        .getPort();
  }

  private static JsonNode get(int port, String path) throws Exception {
    return JSON.readTree(send(port, path).body());
  }

  private static HttpResponse<String> send(int port, String path) throws Exception {
    return send(request(port, path).GET().build());
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  private static HttpRequest posting(int port, String path, String body) {
    return request(port, path)
        .header("content-type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  private static JsonNode post(int port, String path, String body) throws Exception {
    HttpResponse<String> response = send(posting(port, path, body));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {}

  @RestController
  static class OwnPage {
    @GetMapping("/own")
    String own() {
      return "mine";
    }

    @GetMapping("/own/form")
    OwnForm form() {
      return new OwnForm("yes", null);
    }

    record OwnForm(String known, @Nullable String unknown) {}
  }
}
