package io.evergraph.server;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;

/**
 * Completes the OpenAPI document: the errors of every operation of ours, and an order in which what
 * is used most comes first and what operators use comes last.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(GlobalOpenApiCustomizer.class)
@ConditionalOnBooleanProperty(name = "springdoc.api-docs.enabled", matchIfMissing = true)
class ApiDocument {
  private static final List<String> FIRST =
      List.of("Threads", "Runs", "State", "Assistants", "System");
  private static final String ADMIN = "/admin/";
  private static final String PROBLEM = "Problem";

  /** What is told without a {@link io.evergraph.error.GraphException}. */
  private static final Map<HttpStatus, List<String>> MORE =
      Map.of(
          HttpStatus.BAD_REQUEST, List.of("malformed-json"),
          HttpStatus.NOT_FOUND, List.of("blob-unavailable"),
          HttpStatus.FORBIDDEN, List.of("unknown-host", "foreign-origin", "admin-off"),
          HttpStatus.REQUEST_TIMEOUT, List.of("slow-request"),
          HttpStatus.CONFLICT, List.of("thread-busy"),
          HttpStatus.UNSUPPORTED_MEDIA_TYPE, List.of("unsupported-media-type"),
          HttpStatus.TOO_MANY_REQUESTS, List.of("overloaded"),
          HttpStatus.INTERNAL_SERVER_ERROR, List.of("internal-error"));

  private static final Set<HttpStatus> ALL =
      EnumSet.of(
          HttpStatus.BAD_REQUEST,
          HttpStatus.FORBIDDEN,
          HttpStatus.NOT_FOUND,
          HttpStatus.REQUEST_TIMEOUT,
          HttpStatus.CONFLICT,
          HttpStatus.CONTENT_TOO_LARGE,
          HttpStatus.UNSUPPORTED_MEDIA_TYPE,
          HttpStatus.UNPROCESSABLE_CONTENT,
          HttpStatus.TOO_MANY_REQUESTS,
          HttpStatus.INTERNAL_SERVER_ERROR,
          HttpStatus.SERVICE_UNAVAILABLE);

  @Bean
  GlobalOpenApiCustomizer evergraphApiDocument(ObjectProvider<EndpointPaths> endpoints) {
    List<EndpointPaths> ours = endpoints.orderedStream().toList();
    return document -> complete(document, ours);
  }

  private static void complete(OpenAPI document, List<EndpointPaths> ours) {
    if (document.getPaths() == null) {
      return;
    }
    Components components =
        Optional.ofNullable(document.getComponents()).orElseGet(Components::new);
    document.components(components);
    components.addSchemas(PROBLEM, problem());
    ALL.forEach(status -> components.addResponses(nameOf(status), response(status)));
    document
        .getPaths()
        .forEach(
            (path, item) -> {
              if (ours.stream().anyMatch(it -> it.contain(path))) {
                item.readOperationsMap().forEach((method, it) -> addErrors(path, method, it));
              }
            });
    order(document);
  }

  private static Schema<?> problem() {
    return new ObjectSchema()
        .description("An error, as RFC 9457 tells it. Further members are the facts of its case.")
        .addProperty("type", new StringSchema().example("urn:evergraph:problem:unknown-thread"))
        .addProperty("title", new StringSchema())
        .addProperty("status", new IntegerSchema())
        .addProperty("detail", new StringSchema())
        .addProperty("instance", new StringSchema());
  }

  private static ApiResponse response(HttpStatus status) {
    SortedSet<String> types = Problem.typesOf(status);
    types.addAll(MORE.getOrDefault(status, List.of()));
    MediaType body = new MediaType().schema(new Schema<>().$ref(PROBLEM));
    ApiResponse response =
        new ApiResponse()
            .description(status.getReasonPhrase() + ": " + String.join(", ", types))
            .content(new Content().addMediaType("application/problem+json", body));
    return status == HttpStatus.TOO_MANY_REQUESTS || status == HttpStatus.SERVICE_UNAVAILABLE
        ? response.addHeaderObject("Retry-After", new Header().schema(new IntegerSchema()))
        : response;
  }

  private static String nameOf(HttpStatus status) {
    return PROBLEM + status.value();
  }

  private static void addErrors(String path, HttpMethod method, Operation operation) {
    errors(path, method, operation)
        .forEach(
            status ->
                operation
                    .getResponses()
                    .addApiResponse(
                        String.valueOf(status.value()),
                        new ApiResponse().$ref("#/components/responses/" + nameOf(status))));
  }

  private static Set<HttpStatus> errors(String path, HttpMethod method, Operation operation) {
    Set<HttpStatus> errors = EnumSet.copyOf(ALL);
    boolean starts = method == HttpMethod.POST && path.matches(".*/runs(/wait|/stream)?");
    if (!starts) {
      errors.remove(HttpStatus.TOO_MANY_REQUESTS);
    }
    if (!starts && !path.contains("{")) {
      errors.remove(HttpStatus.NOT_FOUND);
    }
    if (method == HttpMethod.GET) {
      errors.remove(HttpStatus.CONFLICT);
    }
    if (operation.getRequestBody() == null) {
      errors.removeAll(
          EnumSet.of(
              HttpStatus.BAD_REQUEST,
              HttpStatus.REQUEST_TIMEOUT,
              HttpStatus.CONTENT_TOO_LARGE,
              HttpStatus.UNSUPPORTED_MEDIA_TYPE));
    }
    return errors;
  }

  private static void order(OpenAPI document) {
    List<Map.Entry<String, PathItem>> paths = new ArrayList<>(document.getPaths().entrySet());
    paths.sort(Comparator.comparingInt(entry -> rank(entry.getKey(), entry.getValue())));
    Paths ordered = new Paths();
    paths.forEach(entry -> ordered.addPathItem(entry.getKey(), entry.getValue()));
    document.setPaths(ordered);
    List<String> names =
        paths.stream().flatMap(entry -> tags(entry.getValue())).distinct().toList();
    if (document.getTags() != null) {
      List<Tag> tags = new ArrayList<>(document.getTags());
      tags.sort(Comparator.comparingInt(tag -> names.indexOf(tag.getName())));
      document.setTags(tags);
    }
  }

  private static int rank(String path, PathItem item) {
    if (path.contains(ADMIN)) {
      return FIRST.size() + 1;
    }
    int first = tags(item).findFirst().map(FIRST::indexOf).orElse(-1);
    return first < 0 ? FIRST.size() : first;
  }

  private static Stream<String> tags(PathItem item) {
    return item.readOperations().stream()
        .flatMap(operation -> Optional.ofNullable(operation.getTags()).orElse(List.of()).stream());
  }
}
