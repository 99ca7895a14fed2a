package io.evergraph.runtime.codec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.evergraph.error.GraphException;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Emission;
import io.evergraph.graph.Expiry;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.Route;
import io.evergraph.graph.Send;
import io.evergraph.graph.ToNode;
import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Frames;
import io.evergraph.pregel.Halt;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.state.Identified;
import io.evergraph.state.Removed;
import io.evergraph.state.State;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON forms of the engine's types. Alternatives carry their simple name; the values of writes
 * are read as trees, to be bound to the types of their channels by {@link StateCodec}.
 */
final class JsonForms {
  private JsonForms() {}

  static Module module() {
    SimpleModule module = new SimpleModule("evergraph");
    module.addDeserializer(Object.class, new PlainForm());
    module.setMixInAnnotation(Trigger.class, TriggerForm.class);
    module.setMixInAnnotation(Route.class, RouteForm.class);
    module.setMixInAnnotation(TaskResult.class, TaskResultForm.class);
    module.setMixInAnnotation(Progress.class, ProgressForm.class);
    module.setMixInAnnotation(Halt.class, HaltForm.class);
    module.setMixInAnnotation(Expiry.WhenExpired.class, WhenExpiredForm.class);
    module.setMixInAnnotation(Plan.class, PlanForm.class);
    module.setMixInAnnotation(Frames.class, FramesForm.class);
    module.addSerializer(GraphException.class, new GraphExceptionForm.Writer());
    module.addDeserializer(GraphException.class, new GraphExceptionForm.Reader());
    module.setMixInAnnotation(Answer.class, AnswerForm.class);
    module.setMixInAnnotation(Input.class, InputForm.class);
    module.setMixInAnnotation(RunEvent.class, RunEventForm.class);
    module.setMixInAnnotation(RunEvent.PlannedNode.class, PlannedNodeForm.class);
    module.setMixInAnnotation(Emission.class, EmissionForm.class);
    module.setMixInAnnotation(Write.class, WriteForm.class);
    module.setMixInAnnotation(TaskReport.class, TaskReportForm.class);
    module.addSerializer(State.class, new StateForm.Writer());
    module.addDeserializer(State.class, new StateForm.Reader());
    module.setSerializerModifier(new TaskForm.Writing());
    module.setDeserializerModifier(new TaskForm.Reading());
    module.setMixInAnnotation(Removed.class, RemovedForm.class);
    module.setMixInAnnotation(NodeOptions.class, NodeOptionsForm.class);
    return module;
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Trigger.Edges.class, name = "Edges"),
    @JsonSubTypes.Type(value = Trigger.Sent.class, name = "Sent"),
    @JsonSubTypes.Type(value = Trigger.RouteOnly.class, name = "RouteOnly"),
    @JsonSubTypes.Type(value = Trigger.Edited.class, name = "Edited"),
    @JsonSubTypes.Type(value = Trigger.Handling.class, name = "Handling")
  })
  private interface TriggerForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = ToNode.class, name = "ToNode"),
    @JsonSubTypes.Type(value = Send.class, name = "Send")
  })
  private interface RouteForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = TaskResult.Completed.class, name = "Completed"),
    @JsonSubTypes.Type(value = TaskResult.Asked.class, name = "Asked"),
    @JsonSubTypes.Type(value = TaskResult.Failed.class, name = "Failed")
  })
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private interface TaskResultForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Progress.Ready.class, name = "Ready"),
    @JsonSubTypes.Type(value = Progress.Settled.class, name = "Settled"),
    @JsonSubTypes.Type(value = Progress.Asking.class, name = "Asking"),
    @JsonSubTypes.Type(value = Progress.Broken.class, name = "Broken"),
    @JsonSubTypes.Type(value = Progress.Nested.class, name = "Nested"),
    @JsonSubTypes.Type(value = Progress.Dropped.class, name = "Dropped")
  })
  private interface ProgressForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Expiry.FailTask.class, name = "FailTask"),
    @JsonSubTypes.Type(value = Expiry.TakeAnswer.class, name = "TakeAnswer"),
    @JsonSubTypes.Type(value = Expiry.GoTo.class, name = "GoTo")
  })
  private interface WhenExpiredForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Halt.Cancelled.class, name = "Cancelled"),
    @JsonSubTypes.Type(value = Halt.Edited.class, name = "Edited"),
    @JsonSubTypes.Type(value = Halt.Refused.class, name = "Refused"),
    @JsonSubTypes.Type(value = Halt.AtBreakpoint.class, name = "AtBreakpoint"),
    @JsonSubTypes.Type(value = Halt.Paused.class, name = "Paused")
  })
  private interface HaltForm {}

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

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Answer.Value.class, name = "Value"),
    @JsonSubTypes.Type(value = Answer.Retry.class, name = "Retry"),
    @JsonSubTypes.Type(value = Answer.Skip.class, name = "Skip"),
    @JsonSubTypes.Type(value = Answer.Edit.class, name = "Edit")
  })
  private interface AnswerForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Input.NewInput.class, name = "NewInput"),
    @JsonSubTypes.Type(value = Input.Answers.class, name = "Answers"),
    @JsonSubTypes.Type(value = Input.Continue.class, name = "Continue"),
    @JsonSubTypes.Type(value = Input.Cancel.class, name = "Cancel"),
    @JsonSubTypes.Type(value = Input.Pause.class, name = "Pause"),
    @JsonSubTypes.Type(value = Input.Expiry.class, name = "Expiry"),
    @JsonSubTypes.Type(value = Input.StateEdit.class, name = "StateEdit"),
    @JsonSubTypes.Type(value = Input.Fork.class, name = "Fork"),
    @JsonSubTypes.Type(value = Input.Rollback.class, name = "Rollback")
  })
  private interface InputForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = RunEvent.RunStarted.class, name = "RunStarted"),
    @JsonSubTypes.Type(value = RunEvent.RunFinished.class, name = "RunFinished"),
    @JsonSubTypes.Type(value = RunEvent.RunWaiting.class, name = "RunWaiting"),
    @JsonSubTypes.Type(value = RunEvent.RunParked.class, name = "RunParked"),
    @JsonSubTypes.Type(value = RunEvent.RunFailed.class, name = "RunFailed"),
    @JsonSubTypes.Type(value = RunEvent.RunCancelled.class, name = "RunCancelled"),
    @JsonSubTypes.Type(value = RunEvent.RunPaused.class, name = "RunPaused"),
    @JsonSubTypes.Type(value = RunEvent.StepPlanned.class, name = "StepPlanned"),
    @JsonSubTypes.Type(value = RunEvent.StepCommitted.class, name = "StepCommitted"),
    @JsonSubTypes.Type(value = RunEvent.TaskFinished.class, name = "TaskFinished"),
    @JsonSubTypes.Type(value = RunEvent.TaskFailed.class, name = "TaskFailed"),
    @JsonSubTypes.Type(value = RecoveryEvent.HandlerPlanned.class, name = "HandlerPlanned"),
    @JsonSubTypes.Type(value = RecoveryEvent.FailureResolved.class, name = "FailureResolved"),
    @JsonSubTypes.Type(value = RecoveryEvent.TaskDropped.class, name = "TaskDropped"),
    @JsonSubTypes.Type(value = InterruptEvent.InterruptOpened.class, name = "InterruptOpened"),
    @JsonSubTypes.Type(value = InterruptEvent.InterruptAnswered.class, name = "InterruptAnswered"),
    @JsonSubTypes.Type(value = InterruptEvent.InterruptExpired.class, name = "InterruptExpired"),
    @JsonSubTypes.Type(value = InterruptEvent.AnswerIgnored.class, name = "AnswerIgnored"),
    @JsonSubTypes.Type(value = HeadEvent.StateEdited.class, name = "StateEdited"),
    @JsonSubTypes.Type(value = HeadEvent.Forked.class, name = "Forked"),
    @JsonSubTypes.Type(value = HeadEvent.RolledBack.class, name = "RolledBack"),
    @JsonSubTypes.Type(value = HeadEvent.Migrated.class, name = "Migrated")
  })
  private interface RunEventForm {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  private interface PlannedNodeForm {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Emission.Custom.class, name = "Custom"),
    @JsonSubTypes.Type(value = Emission.Progress.class, name = "Progress"),
    @JsonSubTypes.Type(value = Emission.Text.class, name = "Text")
  })
  private interface EmissionForm {}

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
}
