package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.thread.ThreadStep;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.CallMessage;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.EventPage;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.MigrationReply;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ReplyPart;
import io.evergraph.temporal.protocol.ReportMessage;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.StatePage;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.protocol.Topology;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Interprets a thread: the loop that takes messages and results in and keeps the tasks running that
 * should run. Handlers check, take in and acknowledge; only the loop moves the thread on.
 */
public class GraphInterpreter implements GraphWorkflow {
  private final InterpreterServices shared;
  private final GraphThread thread;
  private final MessageIntake intake;
  private final TaskDispatch tasks;
  private final Optional<CallerNotifier> reports;
  private final MessageValidator validator;
  private final VisibilityPublisher visibility;
  private final DurableTimer deadline = new DurableTimer();
  private final Optional<ThreadSaving> saving;
  private final ContinueAsNew continueAsNew;
  private final WorkflowEnd end;
  private final Optional<IdleTimeout> idle;
  private final QueryHandlers replies;

  /** Has the first input in its inbox before any handler runs. */
  public GraphInterpreter(InterpreterServices shared, GraphInput input) {
    this(shared, input, step -> {});
  }

  /** Shows each step of the thread as well. */
  public GraphInterpreter(
      InterpreterServices shared, GraphInput input, Consumer<ThreadStep> witness) {
    this.shared = shared;
    this.tasks = new TaskDispatch(shared, input);
    this.thread = new GraphThread(shared, input, tasks, witness);
    this.intake = new MessageIntake(shared, thread);
    this.reports = CallerNotifier.of(thread);
    this.replies = new QueryHandlers(thread);
    this.validator = new MessageValidator(thread);
    this.visibility = new VisibilityPublisher(thread);
    this.saving = ThreadSaving.of(thread, input);
    this.end = new WorkflowEnd(thread, tasks, reports, visibility, saving);
    this.idle = saving.flatMap(it -> IdleTimeout.of(thread, tasks, it, input));
    this.continueAsNew = new ContinueAsNew(shared, thread, tasks, saving, input);
    thread.begin(input);
  }

  @Override
  public @Nullable Object run(GraphInput input) {
    try {
      return interpret();
    } catch (CanceledFailure cancelled) {
      end.cancelled();
      throw cancelled;
    }
  }

  /**
   * What people say counts before a deadline and before results that come with it in one workflow
   * task: a pause holds what such a result plans, an answer that was taken is never too late.
   */
  private @Nullable Object interpret() {
    while (true) {
      if (!advances()) {
        if (end.mayCome()) {
          return end.result();
        }
        if (idle.filter(IdleTimeout::isOver).isPresent()) {
          return IdleTimeout.end(visibility);
        }
        rest();
      }
    }
  }

  /** Returns whether the thread has moved on, be it to a halt. */
  private boolean advances() {
    try {
      return advance();
    } catch (UnknownGraphException unknown) {
      throw unknown; // the workflow task waits so for a worker that has the graph
    } catch (RuntimeException | StackOverflowError failure) {
      GraphException reason = RecordedOutcome.explained("move the thread on", failure);
      boolean wasRunning = thread.driver().isRunning();
      thread.refuse(reason);
      return wasRunning;
    }
  }

  private boolean advance() {
    thread.driver().drain(thread::apply);
    boolean mayBegin = !continueAsNew.isDue();
    thread.binding().ifPresent(bound -> tasks.align(bound, mayBegin));
    if (thread.driver().isOver()) {
      tasks.children().ifPresent(it -> thread.binding().ifPresent(it::endAll));
    }
    if (deadline.hasGoneOff()) {
      deadline.take().ifPresent(thread::expire);
      return true;
    }
    boolean hasResults = tasks.hasNews();
    if (hasResults) {
      thread.binding().ifPresent(this::settle);
    }
    return hasResults;
  }

  private void rest() {
    reports.ifPresent(CallerNotifier::send);
    if (canLeave()) {
      visibility.show();
      visibility.showPostponed(continueAsNew.leave());
    } else {
      awaitNews();
    }
  }

  private void settle(BoundThread bound) {
    List<TaskResult> results = tasks.takeArrived(bound);
    if (!results.isEmpty()) {
      thread.driver().settle(results);
    }
  }

  private void awaitNews() {
    idle.ifPresent(IdleTimeout::saveOnceMore);
    saving.ifPresent(ThreadSaving::saveWhatIsDue);
    if (!thread.driver().isOver() || saving.map(ThreadSaving::mayEnd).orElse(true)) {
      show();
    }
    Workflow.await(this::hasNews);
  }

  private void show() {
    visibility.show();
    deadline.set(
        thread.driver().deadline(),
        () ->
            RecordedOutcome.or(
                () -> WorkflowDescription.timer(thread.views().interrupts()),
                () -> WorkflowDescription.timer(List.of())));
    idle.ifPresent(IdleTimeout::watch);
  }

  private boolean hasNews() {
    return tasks.hasNews()
        || thread.driver().hasReady()
        || deadline.hasGoneOff()
        || reports.filter(CallerNotifier::hasNews).isPresent()
        || saving.filter(ThreadSaving::isDue).isPresent()
        || end.mayCome()
        || idle.filter(IdleTimeout::isUp).isPresent()
        || canLeave();
  }

  /** Nothing is under way that the next execution could not know of. */
  private boolean canLeave() {
    return continueAsNew.isDue()
        && tasks.isIdle()
        && reports.map(CallerNotifier::isIdle).orElse(true)
        && !thread.driver().hasReady()
        && Workflow.isEveryHandlerFinished();
  }

  @Override
  public void checkSubmit(SubmitMessage message) {
    validator.check(message);
  }

  @Override
  public Acknowledgement submit(SubmitMessage message) {
    return intake.take(message);
  }

  @Override
  public void checkAnswer(JsonNode message) {
    validator.check(
        () -> {
          shared.guard().requireAnswer(message);
          return ResumeMessage.read(message, ResumeMessage.Endpoint.UPDATE, shared.codec());
        });
  }

  @Override
  public Acknowledgement answer(JsonNode message) {
    return intake.take(ResumeMessage.read(message, ResumeMessage.Endpoint.UPDATE, shared.codec()));
  }

  @Override
  public void checkProceed(JsonNode message) {
    validator.check(() -> intake.proceeding(message, ResumeMessage.Endpoint.UPDATE));
  }

  @Override
  public Acknowledgement proceed(JsonNode message) {
    return intake.take(intake.proceeding(message, ResumeMessage.Endpoint.UPDATE));
  }

  @Override
  public void checkUpdateState(UpdateStateMessage message) {
    validator.check(message);
  }

  @Override
  public Acknowledgement updateState(UpdateStateMessage message) {
    return intake.take(message);
  }

  @Override
  public void checkFork(ForkMessage message) {
    validator.check(message);
  }

  @Override
  public Acknowledgement fork(ForkMessage message) {
    return intake.take(message);
  }

  @Override
  public void checkRollback(RollbackMessage message) {
    validator.check(message);
  }

  @Override
  public Acknowledgement rollback(RollbackMessage message) {
    return intake.take(message);
  }

  @Override
  public void checkMigrate(MigrateMessage message) {
    validator.check(message);
  }

  @Override
  public Acknowledgement migrate(MigrateMessage message) {
    return intake.take(message);
  }

  @Override
  public MigrationReply migration(String version) {
    try {
      return MigrationReply.of(thread.bindingOrThrow(0).migration(version));
    } catch (GraphException refused) {
      return MigrationReply.of(refused);
    }
  }

  @Override
  public void resume(@Nullable RawValue message) {
    intake.signal(() -> intake.signalledAnswers(intake.tree(message)));
  }

  @Override
  public void proceedSignal(@Nullable RawValue message) {
    intake.signal(() -> intake.proceeding(intake.tree(message), ResumeMessage.Endpoint.SIGNAL));
  }

  @Override
  public void cancel(@Nullable RawValue message) {
    intake.signal(() -> intake.read(message, CancelMessage.class));
  }

  @Override
  public void pause(@Nullable RawValue message) {
    intake.signal(() -> intake.read(message, PauseMessage.class));
  }

  @Override
  public void call(@Nullable RawValue message) {
    intake.signal(() -> called(intake.read(message, CallMessage.class)));
  }

  private CallMessage called(CallMessage call) {
    reports.ifPresent(it -> it.wasCalled(call.run()));
    return call;
  }

  @Override
  public void report(@Nullable RawValue message) {
    intake.signalIf(() -> current(intake.read(message, ReportMessage.class)));
  }

  private Optional<ReportMessage> current(ReportMessage report) {
    return Optional.of(report).filter(tasks::heard);
  }

  @Override
  public ThreadView status() {
    return replies.whole("status", thread.views().view());
  }

  @Override
  public @Nullable ThreadView statusAt(long checkpoint) {
    return replies.statusAt(checkpoint).orElse(null);
  }

  @Override
  public HistoryPage history(@Nullable HistoryQuery query) {
    return replies.whole("history", replies.historyPage(query));
  }

  @Override
  public JsonNode copied(GraphWorkflow.CopyRequest request) {
    return QueryHandlers.orFailure(() -> thread.views().copied(request));
  }

  @Override
  public RunView runView(String runId) {
    return replies.whole("run", thread.views().run(runId));
  }

  @Override
  public Map<String, @Nullable Object> state() {
    return QueryHandlers.orFailure(replies::state);
  }

  @Override
  public List<Interrupt> interrupts() {
    return replies.whole("interrupts", thread.views().interrupts());
  }

  @Override
  public EventPage events(@Nullable Long from) {
    return replies.whole("events", replies.eventPage(from));
  }

  @Override
  public ReplyPart part(ReplyPart.Request request) {
    return QueryHandlers.orFailure(() -> replies.part(request));
  }

  @Override
  public @Nullable String executionOf(long checkpoint) {
    return thread.executionOf(checkpoint).orElse(null);
  }

  @Override
  public JsonNode past(long checkpoint) {
    return QueryHandlers.orFailure(() -> thread.views().past(checkpoint));
  }

  @Override
  public String diagram() {
    return thread.binding().map(BoundThread::diagram).orElse("");
  }

  @Override
  public @Nullable Topology topology() {
    return replies.topology().map(it -> replies.whole("topology", it)).orElse(null);
  }

  @Override
  public StatePage checkpoint(StatePage.Request request) {
    return replies.statePage(request);
  }

  @Override
  public @Nullable JsonNode context(String runId) {
    return replies.context(runId).orElse(null);
  }
}
