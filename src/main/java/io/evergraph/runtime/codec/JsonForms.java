package io.evergraph.runtime.codec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Emission;
import io.evergraph.graph.Expiry;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.Route;
import io.evergraph.pregel.BreakpointHit;
import io.evergraph.pregel.CallSite;
import io.evergraph.pregel.Caller;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Frames;
import io.evergraph.pregel.Halt;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.LastStep;
import io.evergraph.pregel.PendingJoins;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.state.Identified;
import io.evergraph.state.NumberLimits;
import io.evergraph.state.Removed;
import io.evergraph.state.State;
import io.evergraph.state.Write;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON forms of the engine's types. Alternatives carry their simple name; the values of writes
 * are read as trees, to be bound to the types of their channels by {@link StateCodec}.
 */
final class JsonForms {
  private JsonForms() {}

  private static final List<Class<?>> SEALED =
      List.of(
          Trigger.class,
          Route.class,
          Progress.class,
          Halt.class,
          Expiry.WhenExpired.class,
          Answer.class,
          Input.class,
          Emission.class);

  static Module module() {
    SimpleModule module = new SimpleModule("evergraph");
    for (Class<?> type : SEALED) {
      module.setMixInAnnotation(type, KindForm.class);
      module.registerSubtypes(cases(type));
    }
    module.setMixInAnnotation(Trigger.class, KindFormWithoutNulls.class);
    module.setMixInAnnotation(TaskResult.class, KindFormWithoutNulls.class);
    module.registerSubtypes(cases(TaskResult.class));
    module.setMixInAnnotation(RunEvent.class, RunEventForm.class);
    module.registerSubtypes(cases(RunEvent.class));
    module.setMixInAnnotation(RunEvent.RunStarted.class, RunStartedForm.class);
    module.setMixInAnnotation(RunEvent.PlannedNode.class, PlannedNodeForm.class);
    module.setMixInAnnotation(RunEvent.StepCommitted.class, StepCommittedForm.class);
    module.setMixInAnnotation(PlannedTask.class, PlannedTaskForm.class);
    module.setMixInAnnotation(PendingJoins.class, PendingJoinsForm.class);
    module.setMixInAnnotation(BreakpointHit.class, BreakpointHitForm.class);
    module.setMixInAnnotation(Routing.class, RoutingForm.class);
    module.setMixInAnnotation(Plan.class, PlanForm.class);
    module.setMixInAnnotation(Frames.class, FramesForm.class);
    module.setMixInAnnotation(Frame.class, FrameForm.class);
    module.setMixInAnnotation(Write.class, WriteForm.class);
    module.setMixInAnnotation(TaskReport.class, TaskReportForm.class);
    module.setMixInAnnotation(Removed.class, RemovedForm.class);
    module.setMixInAnnotation(Segment.class, SegmentForm.class);
    module.setMixInAnnotation(RunSettings.class, RunSettingsForm.class);
    module.setMixInAnnotation(Caller.class, CallerForm.class);
    module.setMixInAnnotation(NodeOptions.class, NodeOptionsForm.class);
    module.addDeserializer(Object.class, plainReader());
    module.addSerializer(new StdDelegatingSerializer(GraphException.class, new ErrorWriter()));
    module.addDeserializer(
        GraphException.class, new StdDelegatingDeserializer<>(new ErrorReader()));
    module.addSerializer(State.class, new StateWriter());
    module.addDeserializer(State.class, new StateReader());
    module.setSerializerModifier(new TaskForm.Writing());
    module.setDeserializerModifier(new TaskForm.Reading());
    return module;
  }

  /** Returns what reads values of no declared type. */
  static JsonDeserializer<Object> plainReader() {
    return new PlainReader(FrozenForms::frozen);
  }

  private static NamedType[] cases(Class<?> type) {
    return leaves(type)
        .map(leaf -> new NamedType(leaf, leaf.getSimpleName()))
        .toArray(NamedType[]::new);
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(JsonForms::leaves)
        : Stream.of(type);
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  private interface KindForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private interface KindFormWithoutNulls {}

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface PlannedTaskForm {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<Interrupt> asked();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int depth();
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface PendingJoinsForm {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    SortedMap<String, Integer> again();
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface BreakpointHitForm {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<String> tasks();
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface RoutingForm {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    int gotos();
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface StepCommittedForm extends RunEventForm {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<String> ended();
  }

  @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // read by Jackson
  private abstract static class PlanForm {
    @JsonCreator
    static Plan of(List<PlannedTask> tasks) {
      return Plan.of(tasks);
    }

    @JsonValue
    abstract List<PlannedTask> tasks();
  }

  @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // read by Jackson
  private abstract static class FramesForm {
    @JsonCreator
    static Frames of(Map<String, Frame> frames) {
      return Frames.of(frames);
    }

    @JsonValue
    abstract Map<String, Frame> byNamespace();
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface FrameForm {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Nullable LastStep last();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  private interface RunEventForm {}

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface RunStartedForm extends RunEventForm {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    Map<String, Object> metadata();
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private interface PlannedNodeForm {}

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface TaskReportForm {
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean cached();
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface WriteForm {
    @JsonDeserialize(as = JsonNode.class)
    @JsonSerialize(using = TypedForm.class)
    @Nullable Object value();

    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    boolean overwrite();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes(@JsonSubTypes.Type(value = Removed.class, name = StateCodec.REMOVE))
  private interface RemovedForm extends Identified {}

  /**
   * Reads values of no declared type: maps, lists, text, booleans and numbers. A number has the
   * smallest type that holds it exactly, whatever it was before it was written, so that it is the
   * same in every process. Nobody can change them, unless an object holds them.
   */
  private static final class PlainReader extends JsonDeserializer<Object>
      implements ContextualDeserializer {
    private final UnaryOperator<Object> end;

    PlainReader(UnaryOperator<Object> end) {
      this.end = end;
    }

    @Override
    public JsonDeserializer<Object> createContextual(
        DeserializationContext context, @Nullable BeanProperty property) {
      return FrozenForms.isInObject(property) ? new PlainReader(value -> value) : this;
    }

    @Override
    @SuppressWarnings("NullAway") // JSON null is a value
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return plain(context.readTree(in));
    }

    private @Nullable Object plain(JsonNode tree) {
      return switch (tree.getNodeType()) {
        case OBJECT -> end.apply(map(tree));
        case ARRAY -> end.apply(list(tree));
        case BOOLEAN -> tree.booleanValue();
        case NUMBER -> number(tree);
        case NULL, MISSING -> null;
        default -> tree.asText();
      };
    }

    private Map<String, @Nullable Object> map(JsonNode tree) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      tree.fields().forEachRemaining(field -> values.put(field.getKey(), plain(field.getValue())));
      return values;
    }

    private List<@Nullable Object> list(JsonNode tree) {
      List<@Nullable Object> elements = new ArrayList<>(tree.size());
      tree.forEach(element -> elements.add(plain(element)));
      return elements;
    }

    private static Object number(JsonNode tree) {
      if (tree.isIntegralNumber()) {
        if (tree.canConvertToInt()) {
          return tree.intValue();
        }
        return tree.canConvertToLong() ? (Object) tree.longValue() : large(tree.bigIntegerValue());
      }
      double nearest = tree.doubleValue();
      if (!Double.isFinite(nearest)) { // JSON has no such number: it comes back as text
        return tree.isBigDecimal() ? tree.decimalValue() : tree.asText();
      }
      BigDecimal decimal = tree.decimalValue();
      return DoubleTexts.isShortTextOf(nearest, decimal) ? (Object) nearest : decimal;
    }

    /** A number of more digits than a value may have is one whose exponent was written out. */
    private static Object large(BigInteger number) {
      return NumberLimits.excess(number).isEmpty()
          ? number
          : new BigDecimal(number).stripTrailingZeros();
    }
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface SegmentForm {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Nullable String turn();
  }

  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface RunSettingsForm {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Nullable Caller caller();
  }

  /** A caller as JSON: what came later is only written where it says something. */
  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface CallerForm {
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    List<CallSite> sites();
  }

  /** Options as JSON: what came later is only written where it says something. */
  @SuppressWarnings("UnusedMethod") // read by Jackson
  private interface NodeOptionsForm {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Nullable Duration interval();
  }

  private record ErrorForm(String type, String message, Map<String, Object> details) {}

  private static final class ErrorWriter extends StdConverter<GraphException, ErrorForm> {
    @Override
    public ErrorForm convert(GraphException error) {
      return new ErrorForm(error.type(), String.valueOf(error.getMessage()), error.details());
    }
  }

  private static final class ErrorReader extends StdConverter<ErrorForm, GraphException> {
    @Override
    public GraphException convert(ErrorForm form) {
      return GraphException.restore(form.type(), form.message(), form.details());
    }
  }

  /** Writes the values of a state by channel; among {@link SharedStates}, its number there. */
  private static final class StateWriter extends JsonSerializer<State> {
    @Override
    public void serialize(State state, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (provider.getAttribute(SharedStates.class) instanceof SharedStates shared) {
        out.writeNumber(shared.add(state));
      } else {
        new TypedForm().serialize(state.values(), out, provider);
      }
    }
  }

  private static final class StateReader extends JsonDeserializer<State> {
    @Override
    public State deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      JsonNode tree = context.readTree(parser);
      return tree.isInt() ? SharedStates.standIn(tree.asInt()) : StateCodec.ofTrees(tree);
    }
  }
}
