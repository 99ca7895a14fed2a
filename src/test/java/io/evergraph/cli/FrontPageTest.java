package io.evergraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

class FrontPageTest {

  @Test
  void shouldLeadToTheApiPageWhenTheAddressOfTheBannerIsOpened() throws Exception {
    Map<String, Object> options = Map.of("server.port", 0, "evergraph.runtime", "memory");
    try (ConfigurableApplicationContext context =
        EvergraphApplication.start(
            WebApplicationType.SERVLET, options, EvergraphApplication.graphs(), false)) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(Banner.baseUrl(context).orElseThrow() + "/")).build();

      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(302);
      assertThat(answer.headers().firstValue("Location"))
          .hasValue(Banner.baseUrl(context).orElseThrow() + "/docs");
    }
  }
}
