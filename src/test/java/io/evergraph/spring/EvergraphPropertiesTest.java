package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.temporal.connection.TemporalOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class EvergraphPropertiesTest {

  @Test
  void shouldNeedNoProperty() {
    EvergraphProperties properties = bound(Map.of());

    assertThat(properties.runtime()).isEqualTo(EvergraphProperties.RuntimeChoice.AUTO);
    assertThat(properties.worker().enabled()).isTrue();
    assertThat(properties.web().enabled()).isTrue();
    EvergraphProperties.Temporal temporal = properties.temporal();
    assertThat(temporal.target()).isNull();
    assertThat(temporal.namespace()).isEqualTo("default");
    assertThat(temporal.taskQueue()).isEqualTo("evergraph");
    assertThat(temporal.connectTimeout())
        .isEqualTo(TemporalOptions.defaults().connectTimeout())
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(temporal.tls().enabled()).isFalse();
    assertThat(temporal.devServer().dataDirectory()).isEqualTo(Path.of(".evergraph"));
  }

  @Test
  void shouldTakeAnEmptyTextForNone() {
    EvergraphProperties.Temporal temporal =
        bound(Map.of("evergraph.temporal.target", " ", "evergraph.temporal.api-key", ""))
            .temporal();

    assertThat(temporal.target()).isNull();
    assertThat(temporal.apiKey()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "evergraph.temporal.target, localhost, HOST:PORT",
    "evergraph.temporal.target, http://127.0.0.1:7233, HOST:PORT",
    "evergraph.temporal.target, 127.0.0.1:72333, HOST:PORT",
    "evergraph.temporal.connect-timeout, 0s, connect-timeout",
    "evergraph.temporal.tls.key, key.pem, certificate",
    "evergraph.web.public-url, agents.example.com, https://agents.example.com",
    "evergraph.web.public-url, http://agents_prod:8080, no underscore",
    "evergraph.web.public-url, https://x.example/{tenant}, evergraph.web.public-url",
    "evergraph.web.public-url, https://:8080, evergraph.web.public-url",
    "evergraph.web.public-url, https://[::1, evergraph.web.public-url",
    "evergraph.web.public-url, https://x.example?a=b, evergraph.web.public-url",
  })
  void shouldNameThePropertyThatIsWrong(String name, String value, String word) {
    assertThatThrownBy(() -> bound(Map.of(name, value)))
        .isInstanceOf(BindException.class)
        .rootCause()
        .hasMessageContaining(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://agents", "https://agents.example.com/a/", "http://[::1]:8080"})
  void shouldTakeWhatPeopleOpenAsPublicUrl(String url) {
    assertThat(bound(Map.of("evergraph.web.public-url", url)).web().publicUrl()).isEqualTo(url);
  }

  @Test
  void shouldRefuseATargetBesideTheEmbeddedServer() {
    Map<String, Object> both =
        Map.of("evergraph.temporal.target", "a:1", "evergraph.temporal.embedded", true);

    assertThatThrownBy(() -> bound(both)).rootCause().hasMessageContaining("both");
  }

  private static EvergraphProperties bound(Map<String, ?> values) {
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate("evergraph", EvergraphProperties.class);
  }
}
