package io.evergraph.spring;

import java.nio.file.Path;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Makes an application's tables as Spring Boot does with Flyway, whose defaults want no others. */
@AutoConfiguration
@Import(DatabaseInitializationDependencyConfigurer.class)
public class TablesOfTheApplication {
  /** The application's tables, made. */
  public record Made(int migrations) {}

  @Bean
  Made made(DataSource database, @Value("${migrations}") Path migrations) {
    MigrateResult result =
        Flyway.configure()
            .dataSource(database)
            .locations("filesystem:" + migrations)
            .load()
            .migrate();
    return new Made(result.migrationsExecuted);
  }

  /** Finds what makes tables. */
  public static final class Detector extends AbstractBeansOfTypeDatabaseInitializerDetector {
    @Override
    protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
      return Set.of(Made.class);
    }
  }
}
