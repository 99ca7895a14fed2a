package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in words of its own what the library of JSON could not read or write, and where. */
final class JsonMisfit {
  private static final int LONGEST_SHOWN = 200;
  private static final List<Name> NAMES =
      List.of(
          new Name(BigDecimal.class, "number"),
          new Name(Double.class, "number"),
          new Name(Float.class, "number"),
          new Name(Number.class, "whole number"),
          new Name(Collection.class, "list"),
          new Name(Map.class, "map"),
          new Name(CharSequence.class, "text"),
          new Name(Boolean.class, "true or false"));

  /** What a reader calls the values of a type. */
  private record Name(Class<?> type, String word) {}

  private JsonMisfit() {}

  /** Returns what was found instead of a value that can be read. */
  static String read(Throwable failure, JsonNode tree) {
    return rootOf(failure)
        .map(it -> shown(it, at(tree, it.getPath())) + place(it))
        .orElseGet(() -> shortened(tree) + ", " + reason(failure));
  }

  /** Returns why a value cannot be written. */
  static String write(Throwable failure) {
    return rootOf(failure).map(it -> unwritable(it) + place(it)).orElseGet(() -> reason(failure));
  }

  private static Optional<JsonMappingException> rootOf(Throwable failure) {
    for (@Nullable Throwable it = failure; it != null; it = it.getCause()) {
      if (it instanceof JsonMappingException misfit) {
        return Optional.of(misfit);
      }
    }
    return Optional.empty();
  }

  private static String shown(JsonMappingException misfit, JsonNode found) {
    return found.isMissingNode() ? problem(misfit) : shortened(found) + ", " + problem(misfit);
  }

  private static String shortened(JsonNode found) {
    return shortened(found.toString());
  }

  static String shortened(String text) {
    return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
  }

  private static String problem(JsonMappingException misfit) {
    if (misfit instanceof InvalidTypeIdException kind) {
      return kind.getTypeId() == null
          ? "which does not say of which kind it is"
          : "whose kind '" + kind.getTypeId() + "' is unknown";
    }
    if (misfit instanceof ValueInstantiationException && misfit.getCause() != null) {
      return "which its type refuses: " + reason(misfit.getCause());
    }
    if (misfit instanceof InvalidDefinitionException definition) {
      return unmakable(definition.getType().getRawClass());
    }
    if (misfit instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "which is " + none(mismatch.getTargetType());
    }
    return misfit.getCause() == null ? misfit.getOriginalMessage() : reason(misfit.getCause());
  }

  private static String unmakable(Class<?> type) {
    return Modifier.isAbstract(type.getModifiers())
        ? "which could be of any kind of " + type.getSimpleName() + "; give that @JsonTypeInfo"
        : "but " + type.getName() + " cannot be made from JSON; a record can";
  }

  private static String none(Class<?> type) {
    if (type.isEnum()) {
      return "none of " + Arrays.toString(type.getEnumConstants());
    }
    Class<?> boxed = MethodType.methodType(type).wrap().returnType();
    return NAMES.stream()
        .filter(name -> name.type().isAssignableFrom(boxed))
        .findFirst()
        .map(name -> "no " + name.word())
        .orElseGet(() -> "no " + type.getSimpleName());
  }

  private static String unwritable(JsonMappingException misfit) {
    if (misfit instanceof InvalidDefinitionException definition) {
      return definition.getType().getRawClass().getName() + " contains itself, or is not readable";
    }
    return misfit.getCause() == null ? misfit.getOriginalMessage() : reason(misfit.getCause());
  }

  private static String reason(Throwable failure) {
    if (failure instanceof StackOverflowError) {
      return "it contains itself";
    }
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }

  private static JsonNode at(JsonNode tree, List<Reference> path) {
    JsonNode found = tree;
    for (Reference step : path) {
      found =
          step.getFieldName() == null
              ? found.path(step.getIndex())
              : found.path(step.getFieldName());
    }
    return found;
  }

  private static String place(JsonMappingException misfit) {
    String names =
        misfit.getPath().stream()
            .map(
                step ->
                    step.getFieldName() == null
                        ? "[" + step.getIndex() + "]"
                        : "." + step.getFieldName())
            .collect(Collectors.joining());
    return names.isEmpty() ? "" : " (at " + names.replaceFirst("^\\.", "") + ")";
  }
}
