package io.evergraph.spring;

import static java.util.Collections.emptyEnumeration;
import static java.util.Collections.enumeration;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.MappingMatch;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that nobody sends: what the rules of Spring Security are asked about. It has a method,
 * a path and the context of the application, and neither headers, parameters nor a user.
 */
final class ProbeRequest extends HttpServletRequestWrapper {
  private static final String HOST = "localhost";

  private final String method;
  private final String path;
  private final @Nullable ServletContext context;
  private final Map<String, Object> attributes = new HashMap<>();

  ProbeRequest(String method, String path, @Nullable ServletContext context) {
    super(empty());
    this.method = method;
    this.path = path;
    this.context = context;
  }

  private static HttpServletRequest empty() {
    return (HttpServletRequest)
        Proxy.newProxyInstance(
            ProbeRequest.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, asked, arguments) -> nothing(asked));
  }

  private static @Nullable Object nothing(Method asked) {
    Class<?> type = asked.getReturnType();
    if (type == boolean.class) {
      return false;
    }
    if (type == int.class) {
      return -1;
    }
    return type == long.class ? -1L : null;
  }

  @Override
  public String getMethod() {
    return method;
  }

  @Override
  public String getRequestURI() {
    return path;
  }

  @Override
  public StringBuffer getRequestURL() {
    return new StringBuffer("http://" + HOST + path);
  }

  @Override
  public String getContextPath() {
    return "";
  }

  @Override
  public String getServletPath() {
    return path;
  }

  @Override
  public HttpServletMapping getHttpServletMapping() {
    return new Mapping(path);
  }

  @Override
  public String getScheme() {
    return "http";
  }

  @Override
  public String getServerName() {
    return HOST;
  }

  @Override
  public String getRemoteAddr() {
    return "0.0.0.0";
  }

  @Override
  public DispatcherType getDispatcherType() {
    return DispatcherType.REQUEST;
  }

  @Override
  public @Nullable ServletContext getServletContext() {
    return context;
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return attributes.get(name);
  }

  @Override
  public void setAttribute(String name, @Nullable Object value) {
    if (value == null) {
      attributes.remove(name);
    } else {
      attributes.put(name, value);
    }
  }

  @Override
  public void removeAttribute(String name) {
    attributes.remove(name);
  }

  @Override
  public Enumeration<String> getAttributeNames() {
    return enumeration(attributes.keySet());
  }

  @Override
  public Enumeration<String> getHeaders(String name) {
    return emptyEnumeration();
  }

  @Override
  public Enumeration<String> getHeaderNames() {
    return emptyEnumeration();
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return emptyEnumeration();
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    return Map.of();
  }

  @Override
  public Locale getLocale() {
    return Locale.ROOT;
  }

  @Override
  public String toString() {
    return method + " " + path;
  }

  private record Mapping(String path) implements HttpServletMapping {
    @Override
    public String getMatchValue() {
      return path;
    }

    @Override
    public String getPattern() {
      return "/";
    }

    @Override
    public String getServletName() {
      return "dispatcherServlet";
    }

    @Override
    public MappingMatch getMappingMatch() {
      return MappingMatch.DEFAULT;
    }
  }
}
