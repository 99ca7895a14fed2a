package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.message.ToolCallForm;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tools of an object whose methods carry LangChain4j's {@code @Tool}. */
final class AnnotatedTools {
  private AnnotatedTools() {}

  static Toolset of(Object object) {
    Map<String, Method> found = new LinkedHashMap<>();
    collect(object.getClass(), found);
    List<Method> methods =
        found.values().stream().distinct().sorted(Comparator.comparing(Method::getName)).toList();
    if (methods.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected an object with methods that carry @Tool but found "
              + object.getClass().getName()
              + ".");
    }
    return methods.stream()
        .map(method -> tool(object, method))
        .reduce(Toolset.empty(), Toolset::and);
  }

  /** What overrides a method does not carry its annotations: the classes of proxies have none. */
  private static void collect(@Nullable Class<?> type, Map<String, Method> found) {
    if (type == null || type == Object.class) {
      return;
    }
    for (Method method : type.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Tool.class)) {
        String signature = method.getName() + Arrays.toString(method.getParameterTypes());
        behind(method).ifPresent(it -> found.putIfAbsent(signature, it));
      }
    }
    collect(type.getSuperclass(), found);
    Arrays.stream(type.getInterfaces()).forEach(each -> collect(each, found));
  }

  /**
   * Returns the method that a bridge of the compiler calls, which stands for that of a generic
   * interface; none where the bridge calls an inherited one, which is found there.
   */
  private static Optional<Method> behind(Method method) {
    return method.isBridge()
        ? Arrays.stream(method.getDeclaringClass().getDeclaredMethods())
            .filter(it -> !it.isBridge() && it.getName().equals(method.getName()))
            .filter(it -> it.getParameterCount() == method.getParameterCount())
            .findFirst()
        : Optional.of(method);
  }

  private static Toolset tool(Object object, Method method) {
    DefaultToolExecutor executor =
        DefaultToolExecutor.builder()
            .object(object)
            .originalMethod(method)
            .methodToInvoke(method)
            .wrapToolArgumentsExceptions(true)
            .propagateToolExecutionExceptions(true)
            .build();
    return Toolset.of(
        ToolSpecifications.toolSpecificationFrom(method),
        (call, context) -> execute(executor, exact(call, method), context));
  }

  /**
   * Returns a call with decimals, and objects that may hold some, as texts, which LangChain4j reads
   * as what the parameters are: of numbers it would read what a double keeps.
   */
  private static ToolCall exact(ToolCall call, Method method) {
    return ToolCallForm.parsedExactly(GivenArguments.text(call))
        .map(arguments -> call.withArguments(exact(arguments, method).toString()))
        .orElse(call);
  }

  private static ObjectNode exact(ObjectNode arguments, Method method) {
    ObjectNode exact = arguments.deepCopy();
    for (Parameter parameter : method.getParameters()) {
      String name = name(parameter);
      JsonNode given = exact.path(name);
      Class<?> type = parameter.getType();
      if (type == BigDecimal.class ? given.isNumber() : given.isObject() && isOfFields(type)) {
        exact.put(name, given.toString());
      }
    }
    return exact;
  }

  private static String name(Parameter parameter) {
    return Optional.ofNullable(parameter.getAnnotation(P.class))
        .map(P::name)
        .filter(given -> !given.isBlank())
        .orElseGet(parameter::getName);
  }

  private static boolean isOfFields(Class<?> type) {
    return type != Optional.class && !Map.class.isAssignableFrom(type);
  }

  /** The method has run: what cannot be shown to the model is no reason to run it again. */
  private static String words(ToolExecutionResult result, ToolCall call) {
    List<String> texts = new ArrayList<>();
    for (Content content : result.resultContents()) {
      if (!(content instanceof TextContent text)) {
        throw new ToolCallException(
            "'%s' has run, but its result is %s, and only text can be shown."
                .formatted(call.name(), content.type()));
      }
      texts.add(text.text());
    }
    return String.join("\n", texts);
  }

  /** The parameters take no null: it counts as not passed. */
  private static InvocationContext invocation(NodeContext node) {
    Map<String, Object> given = new LinkedHashMap<>(node.runContext());
    given.values().removeIf(Objects::isNull);
    return InvocationContext.builder()
        .chatMemoryId(node.thread())
        .invocationParameters(InvocationParameters.from(given))
        .managedParameters(Map.of())
        .build();
  }

  /** What the method throws is the tool's own failure; what binds its arguments is the model's. */
  private static String execute(DefaultToolExecutor executor, ToolCall call, ToolContext context)
      throws Exception {
    try {
      ToolExecutionResult result =
          executor.executeWithContext(call.toLangChain4j(), invocation(context.node()));
      return words(result, call);
    } catch (ToolArgumentsException misfit) {
      throw new ToolCallException(String.valueOf(misfit.getMessage()));
    } catch (ToolExecutionException failure) {
      throw failure.getCause() instanceof Exception own ? own : failure;
    }
  }
}
