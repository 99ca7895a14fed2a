package io.evergraph.spring;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(BlobStore.class)
class BlobConfiguration {
  private static final String STORE = "evergraph.blobs.store";

  @Bean
  @ConditionalOnProperty(name = STORE, havingValue = "memory")
  BlobStore evergraphLocalBlobStore() {
    return new LocalBlobStore();
  }

  @Bean
  @ConditionalOnProperty(name = STORE, havingValue = "file")
  BlobStore evergraphFileBlobStore(EvergraphProperties properties) {
    return new FileBlobStore(properties.blobs().directory());
  }

  /** Needs Spring JDBC, Flyway and a driver, which only some applications have. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = STORE, havingValue = "jdbc")
  @ConditionalOnClass(
      name = {
        "org.springframework.jdbc.core.simple.JdbcClient",
        "org.flywaydb.core.Flyway",
        "com.zaxxer.hikari.HikariDataSource"
      })
  static class InDatabase {
    @Bean
    JdbcBlobStore evergraphJdbcBlobStore(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      EvergraphProperties.Jdbc jdbc = properties.blobs().jdbc();
      return Optional.ofNullable(jdbc.url())
          .map(url -> JdbcBlobStore.open(url, jdbc.username(), jdbc.password()))
          .orElseGet(() -> of(databases));
    }

    private static JdbcBlobStore of(ObjectProvider<DataSource> databases) {
      return Optional.ofNullable(databases.getIfUnique())
          .map(JdbcBlobStore::new)
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      STORE + "=jdbc",
                      "evergraph.blobs.jdbc.url, or one DataSource bean",
                      "neither"));
    }
  }
}
