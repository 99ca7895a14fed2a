package io.evergraph.spring;

import static io.evergraph.graph.Graph.START;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.task.BeforeHook;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.Principal;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** A server process of an application with agents, over a runtime that several may share. */
final class TaskApplication implements AutoCloseable {
  static final Channel<String> ORDER = Channel.of("order", String.class);
  static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ServletWebServerApplicationContext context;
  private final HttpClient client = HttpClient.newHttpClient();

  private TaskApplication(ServletWebServerApplicationContext context) {
    this.context = context;
  }

  static TaskApplication start(
      GraphRuntime runtime,
      TaskRecords records,
      AdmissionLimits limits,
      Map<String, Object> properties) {
    SpringApplication application = new SpringApplication(Everything.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0", "server.address", "127.0.0.1", "spring.main.banner-mode", "off"));
    application.addInitializers(
        created -> {
          GenericApplicationContext beans = (GenericApplicationContext) created;
          beans.registerBean(GraphRuntime.class, () -> runtime);
          beans.registerBean(TaskRecords.class, () -> records);
          beans.registerBean(AdmissionLimits.class, () -> limits);
        });
    String[] arguments =
        properties.entrySet().stream()
            .map(it -> "--" + it.getKey() + "=" + it.getValue())
            .toArray(String[]::new);
    return new TaskApplication((ServletWebServerApplicationContext) application.run(arguments));
  }

  /** Returns a runtime with an agent whose second step waits for a permit, or asks. */
  static GraphRuntime runtime(Semaphore permits) {
    NodePolicy once = NodePolicy.builder().attempts(1).build();
    return InMemoryRuntime.builder(
            GraphRegistry.of(
                Graph.builder("support")
                    .channels(ORDER, LOG)
                    .node("read", it -> Command.update(LOG, "read " + it.state().get(ORDER)), once)
                    .node(
                        "act",
                        it -> {
                          if (it.state().get(ORDER).equals("fail")) {
                            throw new IllegalStateException("told to");
                          }
                          if (it.state().get(ORDER).equals("hold")) {
                            permits.acquire();
                          }
                          if (it.state().get(ORDER).equals("ask")) {
                            it.interrupt(Question.of("Well?"));
                          }
                          return Command.update(LOG, "acted");
                        },
                        once)
                    .edge(START, "read")
                    .edge("read", "act")
                    .build()))
        .build();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + context.getWebServer().getPort() + path));
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = request(path);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<java.io.InputStream> open(String path) throws Exception {
    return client.send(request(path).build(), BodyHandlers.ofInputStream());
  }

  HttpResponse<String> post(String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> begin(String user, String order, String... headers) throws Exception {
    return post(
        "/tasks",
        "{\"agent\":\"support\",\"user\":\"%s\",\"input\":{\"order\":\"%s\"}}"
            .formatted(user, order),
        headers);
  }

  static JsonNode json(HttpResponse<String> response) throws IOException {
    return JSON.readTree(response.body());
  }

  @Override
  public void close() {
    context.close();
  }

  /** Who has logged in, as whatever stands in front of an application says. */
  private static final class Login extends HttpServletRequestWrapper {
    static final String HEADER = "X-Login";

    Login(HttpServletRequest request) {
      super(request);
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
      String name = getHeader(HEADER);
      return name == null ? null : () -> name;
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Everything {
    @Bean
    Filter login() {
      return (request, response, chain) ->
          chain.doFilter(new Login((HttpServletRequest) request), response);
    }

    @Bean
    BeforeHook manners() {
      return request ->
          "rude".equals(request.input().get("order"))
              ? BeforeHook.Decision.refuse("be polite")
              : BeforeHook.Decision.pass(request);
    }
  }
}
