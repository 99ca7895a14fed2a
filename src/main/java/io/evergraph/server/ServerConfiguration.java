package io.evergraph.server;

import io.evergraph.runtime.GraphRuntime;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.web.method.HandlerTypePredicate;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The beans that all endpoints share; the configuration of a protocol imports it. */
@Configuration(proxyBeanMethods = false)
@Import({Problems.class, EventPump.class, ApiDocument.class})
public class ServerConfiguration {
  private static final Duration LONGEST_BODY = Duration.ofSeconds(30);

  @Bean
  UnhandledPaths evergraphUnhandledPaths(
      ObjectProvider<EndpointPaths> paths, BeanFactory beans, Environment environment) {
    String document = environment.getProperty("springdoc.api-docs.path", "/v3/api-docs");
    return new UnhandledPaths(
        paths.orderedStream().toList(),
        beans.containsBean("evergraphApiDocument")
            ? " The page " + document + " lists what there is."
            : "");
  }

  @Bean
  WebMvcConfigurer evergraphParameterCheck(ObjectProvider<EndpointPaths> paths) {
    List<String> patterns = patterns(paths);
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new ParameterCheck()).addPathPatterns(patterns);
      }
    };
  }

  private static List<String> patterns(ObjectProvider<EndpointPaths> paths) {
    return paths.stream().flatMap(it -> it.roots().stream()).map(root -> root + "/**").toList();
  }

  /**
   * Comes before what the application has, in whichever way it says so: this is asked last. It
   * takes the bodies of the endpoints only.
   */
  @Bean
  WebMvcConfigurer evergraphWireForm() {
    return new WebMvcConfigurer() {
      @Override
      @SuppressWarnings("removal") // a builder has no say where an application gives a whole list
      public void extendMessageConverters(List<HttpMessageConverter<?>> converters) {
        converters.add(0, WireConverter.INSTANCE);
      }
    };
  }

  /** Puts the endpoints below the base path, and leaves those of the application where they are. */
  @Bean
  WebMvcConfigurer evergraphBasePath(ObjectProvider<BasePath> base) {
    String path = base.getIfAvailable(() -> BasePath.NONE).path();
    return new WebMvcConfigurer() {
      @Override
      public void configurePathMatch(PathMatchConfigurer paths) {
        if (!path.isEmpty()) {
          paths.addPathPrefix(
              path, HandlerTypePredicate.forBasePackageClass(ServerConfiguration.class));
        }
      }
    };
  }

  /** Lets pages of the allowed origins call, and read the headers that clients follow runs by. */
  @Bean
  WebMvcConfigurer evergraphOrigins(
      ObjectProvider<AllowedOrigins> origins, ObjectProvider<EndpointPaths> paths) {
    String[] allowed =
        origins.getIfAvailable(AllowedOrigins::local).patterns().toArray(new String[0]);
    List<String> patterns = patterns(paths);
    return new WebMvcConfigurer() {
      @Override
      public void addCorsMappings(CorsRegistry registry) {
        for (String pattern : patterns) {
          registry
              .addMapping(pattern)
              .allowedOriginPatterns(allowed)
              .allowedMethods("*")
              .exposedHeaders(HttpHeaders.CONTENT_LOCATION, HttpHeaders.LOCATION);
        }
      }
    };
  }

  @Bean
  CutStreams evergraphCutStreams() {
    return new CutStreams();
  }

  @Bean
  BodyLimit evergraphBodyLimit(GraphRuntime runtime) {
    return new BodyLimit(runtime.info().messageBytes(), LONGEST_BODY);
  }
}
