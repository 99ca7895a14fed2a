package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.CopyRequest;
import io.evergraph.temporal.protocol.EventPage;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.MigrationReply;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ReplyPart;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.StatePage;
import io.evergraph.temporal.protocol.StateRequest;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.UpdateInfo;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Interprets a thread: the loop that takes messages and results in and keeps the tasks running that
 * should run. Handlers check, take in and acknowledge; only the loop moves the thread on.
 */
public class GraphInterpreter implements GraphWorkflow {
  private final InterpreterServices shared;
  private final GraphThread thread;
  private final TaskDispatch tasks;
  private final Admission admission;
  private final VisibilityPublisher visibility;
  private final DurableTimer deadline = new DurableTimer();
  private final ContinueAsNew continueAsNew;
  private final QueryHandlers replies;

  /** Has the first input in its inbox before any handler runs. */
  public GraphInterpreter(InterpreterServices shared, GraphInput input) {
    this.shared = shared;
    this.thread = new GraphThread(shared, input);
    this.tasks = new TaskDispatch(shared);
    this.replies = new QueryHandlers(thread);
    this.admission = new Admission(thread);
    this.visibility = new VisibilityPublisher(thread);
    this.continueAsNew = new ContinueAsNew(shared, thread, tasks, input);
    SubmitMessage first = input.submit();
    if (first != null) {
      thread.offer(first.completed(Workflow.getInfo().getRunId(), RunMode.ALONE));
    }
  }

  @Override
  public @Nullable Object run(GraphInput input) {
    try {
      return interpret();
    } catch (CanceledFailure cancelled) {
      thread.offer(CancelMessage.keeping(Workflow.randomUUID().toString()));
      thread.drain();
      visibility.tellEndIsNear();
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
        if (canEnd()) {
          return end();
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
    thread.drain();
    boolean mayBegin = !continueAsNew.isDue();
    thread.binding().ifPresent(bound -> tasks.align(bound, mayBegin));
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
    if (canLeave()) {
      visibility.show();
      visibility.showPostponed(continueAsNew.leave());
    } else {
      awaitNews();
    }
  }

  private void settle(GraphBinding bound) {
    List<TaskResult> results = tasks.takeArrived(bound);
    if (!results.isEmpty()) {
      thread.driver().settle(results);
    }
  }

  private void awaitNews() {
    visibility.show();
    deadline.set(
        thread.driver().deadline(),
        () ->
            RecordedOutcome.or(
                () -> WorkflowDescription.timer(thread.views().interrupts()),
                () -> WorkflowDescription.timer(List.of())));
    Workflow.await(this::hasNews);
  }

  private boolean hasNews() {
    return tasks.hasNews()
        || thread.driver().hasReady()
        || deadline.hasGoneOff()
        || canEnd()
        || canLeave();
  }

  /** Nothing is under way that the next execution could not know of. */
  private boolean canLeave() {
    return continueAsNew.isDue()
        && tasks.isIdle()
        && !thread.driver().hasReady()
        && Workflow.isEveryHandlerFinished();
  }

  private boolean canEnd() {
    return thread.driver().isOver() && Workflow.isEveryHandlerFinished();
  }

  private @Nullable Object end() {
    try {
      return ended();
    } catch (RuntimeException | StackOverflowError failure) {
      throw Failures.of(RecordedOutcome.explained("end the thread", failure));
    }
  }

  private @Nullable Object ended() {
    ThreadSnapshot last = thread.views().snapshot();
    visibility.close(last);
    Next next = thread.driver().progressFor(0).next();
    if (next instanceof Next.Failed failed) {
      throw Failures.of(failed.error());
    }
    return new FinalState(shared.codec()).write(last.state());
  }

  private Acknowledgement take(ThreadMessage message) {
    return thread.offer(message.completed(updateId()));
  }

  private void signal(ThreadMessage message) {
    thread.offer(message.completed(Workflow.randomUUID().toString()));
  }

  @Override
  public void checkSubmit(SubmitMessage message) {
    admission.check(message);
  }

  @Override
  public Acknowledgement submit(SubmitMessage message) {
    return take(message);
  }

  @Override
  public void checkAnswer(JsonNode message) {
    admission.check(() -> answers(message, ResumeMessage.Endpoint.UPDATE));
  }

  private ResumeMessage answers(JsonNode message, ResumeMessage.Endpoint endpoint) {
    shared.guard().requireAnswer(message);
    return ResumeMessage.read(message, endpoint, shared.codec());
  }

  @Override
  public Acknowledgement answer(JsonNode message) {
    return take(ResumeMessage.read(message, ResumeMessage.Endpoint.UPDATE, shared.codec()));
  }

  @Override
  public void checkProceed(JsonNode message) {
    admission.check(() -> proceeding(message, ResumeMessage.Endpoint.UPDATE));
  }

  private ResumeMessage proceeding(@Nullable JsonNode message, ResumeMessage.Endpoint endpoint) {
    return ResumeMessage.proceeding(message, endpoint, shared.codec());
  }

  @Override
  public Acknowledgement proceed(JsonNode message) {
    return take(proceeding(message, ResumeMessage.Endpoint.UPDATE));
  }

  @Override
  public void checkUpdateState(UpdateStateMessage message) {
    admission.check(message);
  }

  @Override
  public Acknowledgement updateState(UpdateStateMessage message) {
    return take(message);
  }

  @Override
  public void checkFork(ForkMessage message) {
    admission.check(message);
  }

  @Override
  public Acknowledgement fork(ForkMessage message) {
    return take(message);
  }

  @Override
  public void checkRollback(RollbackMessage message) {
    admission.check(message);
  }

  @Override
  public Acknowledgement rollback(RollbackMessage message) {
    return take(message);
  }

  @Override
  public void checkMigrate(MigrateMessage message) {
    admission.check(message);
  }

  @Override
  public Acknowledgement migrate(MigrateMessage message) {
    return take(message);
  }

  @Override
  public MigrationReply migration(String version) {
    try {
      return MigrationReply.of(thread.bindingOrThrow(0).migration(version));
    } catch (GraphException refused) {
      return MigrationReply.of(refused);
    }
  }

  private static String updateId() {
    return Workflow.getCurrentUpdateInfo()
        .map(UpdateInfo::getUpdateId)
        .orElseGet(() -> Workflow.randomUUID().toString());
  }

  @Override
  public void resume(JsonNode message) {
    signal(() -> answers(message, ResumeMessage.Endpoint.SIGNAL));
  }

  @Override
  public void proceedSignal(@Nullable JsonNode message) {
    signal(() -> proceeding(message, ResumeMessage.Endpoint.SIGNAL));
  }

  /** A signal that cannot be read becomes an event. */
  private void signal(Supplier<ResumeMessage> message) {
    try {
      signal(message.get());
    } catch (RuntimeException | StackOverflowError failure) {
      GraphException misfit = RecordedOutcome.explained("read a signal", failure);
      thread.binding().ifPresent(bound -> thread.driver().ignore("-", misfit));
    }
  }

  @Override
  public void cancel(@Nullable CancelMessage message) {
    signal(message == null ? new CancelMessage(null, null, null) : message);
  }

  @Override
  public void pause(@Nullable PauseMessage message) {
    signal(message == null ? new PauseMessage(null, null) : message);
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
  public JsonNode copied(CopyRequest request) {
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
    return thread.binding().map(GraphBinding::diagram).orElse("");
  }

  @Override
  public StatePage checkpoint(StateRequest request) {
    return replies.statePage(request);
  }

  @Override
  public @Nullable JsonNode context(String runId) {
    return replies.context(runId).orElse(null);
  }
}
