package io.evergraph.server;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.HandlerTypePredicate;
import org.springframework.web.servlet.HandlerMapping;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the bodies of our endpoints, and of nobody else's, in one fixed form: clients
 * index its fields, be they null, however the application has its own bodies written. Decimals keep
 * their digits.
 */
final class WireConverter extends JacksonJsonHttpMessageConverter {
  static final WireConverter INSTANCE = new WireConverter();

  private static final HandlerTypePredicate OURS =
      HandlerTypePredicate.forBasePackageClass(ServerConfiguration.class);

  private WireConverter() {
    super(
        JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build());
  }

  @Override
  public boolean canRead(ResolvableType type, @Nullable MediaType mediaType) {
    return isOurRequest() && super.canRead(type, mediaType);
  }

  /** A stream is written when its request is over. */
  @Override
  public boolean canWrite(ResolvableType type, Class<?> value, @Nullable MediaType mediaType) {
    return (value == WireValue.class || isOurRequest()) && super.canWrite(type, value, mediaType);
  }

  private static boolean isOurRequest() {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    return request != null
        && request.getAttribute(
                HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST)
            instanceof HandlerMethod handler
        && OURS.test(handler.getBeanType());
  }
}
