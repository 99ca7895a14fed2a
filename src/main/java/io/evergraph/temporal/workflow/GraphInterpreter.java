package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.pregel.Interrupt;
import io.evergraph.pregel.Next;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.State;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.Ack;
import io.evergraph.temporal.protocol.Cancel;
import io.evergraph.temporal.protocol.Command;
import io.evergraph.temporal.protocol.CopyOf;
import io.evergraph.temporal.protocol.Edit;
import io.evergraph.temporal.protocol.EventPage;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GoBack;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.MigrationReply;
import io.evergraph.temporal.protocol.MoveTo;
import io.evergraph.temporal.protocol.Pause;
import io.evergraph.temporal.protocol.Proceed;
import io.evergraph.temporal.protocol.ReplyPart;
import io.evergraph.temporal.protocol.Resume;
import io.evergraph.temporal.protocol.RunFacts;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.StatePage;
import io.evergraph.temporal.protocol.StateRequest;
import io.evergraph.temporal.protocol.Submit;
import io.evergraph.temporal.protocol.TakeUp;
import io.evergraph.temporal.protocol.ThreadView;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.UpdateInfo;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Interprets a thread: the loop that takes messages and results in and keeps the tasks running that
 * should run. Handlers check, take in and acknowledge; only the loop moves the thread on.
 */
public class GraphInterpreter implements GraphWorkflow {
  private static final String READ_IT = "Read it through Evergraph, which reads it in parts.";

  private final Interpretation shared;
  private final GraphThread thread;
  private final TaskDispatch tasks;
  private final Admission admission;
  private final Noticeboard notices;
  private final Alarm alarm = new Alarm();
  private final Handover handover;
  private final Replies replies;

  /** Has the first input in its inbox before any handler runs. */
  public GraphInterpreter(Interpretation shared, GraphInput input) {
    this.shared = shared;
    this.thread = new GraphThread(shared, input);
    this.tasks = new TaskDispatch(shared);
    this.replies = new Replies(thread, new HeldReplies());
    this.admission = new Admission(thread);
    this.notices = new Noticeboard(thread);
    this.handover = new Handover(shared, thread, tasks, input);
    CopyOf copy = input.copy();
    if (copy != null) {
      thread.offer(copy);
    }
    Submit first = input.submit();
    if (first != null) {
      thread.offer(first.completed(Workflow.getInfo().getRunId(), RunMode.ALONE));
    }
  }

  @Override
  public @Nullable Object run(GraphInput input) {
    try {
      return interpret();
    } catch (CanceledFailure cancelled) {
      thread.offer(Cancel.keeping(Workflow.randomUUID().toString()));
      thread.drain();
      notices.tellEndIsNear();
      throw cancelled;
    }
  }

  /**
   * What people say counts before a deadline and before results that come with it in one workflow
   * task: a pause holds what such a result plans, an answer that was taken is never too late.
   */
  private @Nullable Object interpret() {
    while (true) {
      thread.drain();
      letTasksBegin(!handover.isDue());
      thread.binding().ifPresent(tasks::align);
      if (alarm.hasGoneOff()) {
        alarm.take().ifPresent(thread::expire);
      } else if (tasks.hasNews()) {
        thread.binding().ifPresent(bound -> thread.settle(tasks.takeArrived(bound)));
      } else if (canEnd()) {
        return end();
      } else if (canLeave()) {
        notices.showBeforeHandover();
        notices.showPostponed(handover.leave());
      } else {
        awaitNews();
      }
    }
  }

  private void awaitNews() {
    notices.show();
    alarm.set(thread.deadline(), () -> Describing.alarm(thread.views().interrupts()));
    Workflow.await(this::hasNews);
  }

  private boolean hasNews() {
    return tasks.hasNews()
        || thread.hasReadyMessages()
        || alarm.hasGoneOff()
        || notices.isDue()
        || canEnd()
        || canLeave();
  }

  private void letTasksBegin(boolean may) {
    if (may) {
      tasks.open();
    } else {
      tasks.close();
    }
  }

  /** Nothing is under way that the next execution could not know of. */
  private boolean canLeave() {
    return handover.isDue()
        && tasks.isIdle()
        && !thread.hasReadyMessages()
        && Workflow.isEveryHandlerFinished();
  }

  private boolean canEnd() {
    return thread.isOver() && Workflow.isEveryHandlerFinished();
  }

  private @Nullable Object end() {
    ThreadSnapshot last = thread.views().snapshot();
    notices.close(last);
    Next next = thread.next().orElseThrow();
    if (next instanceof Next.Failed failed) {
      throw Failures.of(failed.error());
    }
    return new FinalState(shared.codec()).write(last.state());
  }

  @Override
  public void checkSubmit(Submit message) {
    admission.check(message);
  }

  @Override
  public Ack submit(Submit message) {
    return thread.offer(message.completed(messageId(), RunMode.THREAD));
  }

  @Override
  public void checkAnswer(JsonNode message) {
    try {
      shared.guard().requireAnswer(message);
      admission.check(Resume.read(message, Resume.Door.UPDATE, shared.codec()));
    } catch (GraphException refused) {
      throw new RefusedMessage(refused);
    }
  }

  @Override
  public Ack answer(JsonNode message) {
    return thread.offer(
        Resume.read(message, Resume.Door.UPDATE, shared.codec()).completed(messageId()));
  }

  @Override
  public void checkProceed(Proceed message) {
    admission.check(message);
  }

  @Override
  public Ack proceed(Proceed message) {
    return thread.offer(message.completed(messageId()));
  }

  @Override
  public void checkUpdateState(Edit message) {
    admission.check(message);
  }

  @Override
  public Ack updateState(Edit message) {
    return thread.offer(message.completed(messageId()));
  }

  @Override
  public void checkFork(TakeUp message) {
    admission.check(message);
  }

  @Override
  public Ack fork(TakeUp message) {
    return thread.offer(message.completed(messageId()));
  }

  @Override
  public void checkRollback(GoBack message) {
    admission.check(message);
  }

  @Override
  public Ack rollback(GoBack message) {
    return thread.offer(message.completed(messageId()));
  }

  @Override
  public void checkMigrate(MoveTo message) {
    admission.check(message);
  }

  @Override
  public Ack migrate(MoveTo message) {
    return thread.offer(message.completed(messageId()));
  }

  @Override
  public MigrationReply migration(String version) {
    try {
      return MigrationReply.of(thread.migration(version));
    } catch (GraphException refused) {
      return MigrationReply.of(refused);
    }
  }

  private static String messageId() {
    return Workflow.getCurrentUpdateInfo()
        .map(UpdateInfo::getUpdateId)
        .orElseGet(() -> Workflow.randomUUID().toString());
  }

  @Override
  public void resume(JsonNode message) {
    String id = Workflow.randomUUID().toString();
    try {
      shared.guard().requireAnswer(message);
      thread.offer(Resume.read(message, Resume.Door.SIGNAL, shared.codec()).completed(id));
    } catch (GraphException misfit) {
      thread.binding().ifPresent(bound -> thread.ignore(bound, "-", misfit));
    }
  }

  @Override
  public void cancel(@Nullable Cancel message) {
    Cancel order = message == null ? new Cancel(null, null) : message;
    thread.offer(order.completed(Workflow.randomUUID().toString()));
  }

  @Override
  public void pause(@Nullable Pause message) {
    Pause asked = message == null ? new Pause(null, null) : message;
    thread.offer(asked.completed(Workflow.randomUUID().toString()));
  }

  @Override
  public void goOn(@Nullable Proceed message) {
    Proceed asked = message == null ? Proceed.of("", Command.NONE) : message;
    thread.offer(asked.completed(Workflow.randomUUID().toString()));
  }

  @Override
  public ThreadView status() {
    return replies.status();
  }

  @Override
  public @Nullable ThreadView statusAt(long checkpoint) {
    return replies.statusAt(checkpoint);
  }

  @Override
  public HistoryPage history(@Nullable HistoryQuery query) {
    return replies.history(query);
  }

  @Override
  public JsonNode head() {
    try {
      return thread.views().head();
    } catch (GraphException missing) {
      throw Failures.of(missing);
    }
  }

  @Override
  public RunView runView(String runId) {
    return replies.run(runId);
  }

  @Override
  public Map<String, @Nullable Object> state() {
    State state = thread.views().snapshot().state();
    try {
      SizeGuard.requireShown(shared.codec().toJson(state), "the state in one reply", READ_IT);
      return shared.codec().plain(state);
    } catch (GraphException tooLarge) {
      throw Failures.of(tooLarge);
    }
  }

  @Override
  public List<Interrupt> interrupts() {
    return replies.interrupts();
  }

  @Override
  public EventPage events(@Nullable Long from) {
    return replies.events(from);
  }

  @Override
  public ReplyPart part(ReplyPart.Request request) {
    return replies.part(request);
  }

  @Override
  public @Nullable String executionOf(long checkpoint) {
    return thread.executionOf(checkpoint).orElse(null);
  }

  @Override
  public JsonNode past(long checkpoint) {
    try {
      return thread.views().past(checkpoint);
    } catch (GraphException missing) {
      throw Failures.of(missing);
    }
  }

  @Override
  public String diagram() {
    return thread.binding().map(Binding::diagram).orElse("");
  }

  @Override
  public StatePage checkpoint(StateRequest request) {
    try {
      Binding bound = thread.bindingOrThrow(request.checkpoint());
      return new StatePages(bound, shared.codec(), shared.guard()).page(request);
    } catch (GraphException missing) {
      return StatePage.refused(missing);
    }
  }

  @Override
  public @Nullable RunFacts facts(String reference) {
    return tasks.facts().find(reference).orElse(null);
  }
}
