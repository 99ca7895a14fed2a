package io.evergraph.spring;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
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

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = STORE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    @DependsOnDatabaseInitialization
    JdbcBlobStore evergraphJdbcBlobStore(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      return new ChosenDatabase(STORE, properties.blobs().jdbc(), databases)
          .open(JdbcBlobStore::open, JdbcBlobStore::new);
    }
  }
}
