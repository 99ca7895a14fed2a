package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** A web application that says itself which converters read and write the bodies. */
class OwnConvertersTest {
  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
          .withUserConfiguration(Application.class, OwnPage.class, Graphs.class)
          .withPropertyValues(
              "server.port=0", "server.address=127.0.0.1", "evergraph.runtime=memory");

  @ParameterizedTest
  @ValueSource(classes = {InFront.class, InsteadOfAll.class})
  void shouldKeepTheFormOfOurBodiesWhereTheApplicationAddsAConverter(Class<?> configurer) {
    runner
        .withUserConfiguration(configurer)
        .run(
            context -> {
              RestClient client =
                  client(
                      context
                          .getSourceApplicationContext(
                              AnnotationConfigServletWebServerApplicationContext.class)
                          .getWebServer()
                          .getPort());
              String outcome =
                  client
                      .post()
                      .uri("/runs/wait")
                      .contentType(MediaType.APPLICATION_JSON)
                      .body("{\"assistant_id\":\"approval\",\"input\":{\"greeting\":null}}")
                      .retrieve()
                      .body(String.class);

              assertThat(outcome).contains("\"greeting\":null");
              assertThat(got(client, "/threads/nowhere/state"))
                  .contains("\"detail\":", "\"instance\":");
              assertThat(got(client, "/own/form")).isEqualTo("{\"Known\":\"yes\"}");
            });
  }

  private static RestClient client(int port) {
    return RestClient.builder()
        .baseUrl("http://127.0.0.1:" + port)
        .defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {})
        .build();
  }

  private static @Nullable String got(RestClient client, String path) {
    return client.get().uri(path).retrieve().body(String.class);
  }

  private static HttpMessageConverter<?> own() {
    return new JacksonJsonHttpMessageConverter(
        JsonMapper.builder()
            .changeDefaultPropertyInclusion(it -> it.withValueInclusion(Include.NON_NULL))
            .propertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE)
            .build());
  }

  @Configuration(proxyBeanMethods = false)
  static class InFront implements WebMvcConfigurer {
    @Override
    @SuppressWarnings("removal")
    public void extendMessageConverters(List<HttpMessageConverter<?>> converters) {
      converters.add(0, own());
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class InsteadOfAll implements WebMvcConfigurer {
    @Override
    @SuppressWarnings("removal")
    public void configureMessageConverters(List<HttpMessageConverter<?>> converters) {
      converters.add(own());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  @RestController
  static class OwnPage {
    @GetMapping("/own/form")
    OwnForm form() {
      return new OwnForm("yes", null);
    }

    record OwnForm(String known, @Nullable String unknown) {}
  }
}
