package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.VersionMisfitException;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.CopyMessage;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ProceedMessage;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Applies one message to a thread. What the engine refuses becomes an event, never a crash. */
final class Application implements ThreadMessage.Cases<Boolean> {
  private final GraphThread thread;

  Application(GraphThread thread) {
    this.thread = thread;
  }

  @Override
  public Boolean submit(SubmitMessage it) {
    GraphBinding bound = thread.bind(named(it));
    thread.endsWithRun(it.options().mode());
    return bound.progress().lastEvent() == 0 ? first(bound, it) : later(bound, it);
  }

  private static String named(SubmitMessage it) {
    try {
      return it.graphName();
    } catch (GraphException nameless) {
      throw Failures.of(nameless);
    }
  }

  /** A thread that cannot even begin has nowhere to record why: its workflow fails. */
  private boolean first(GraphBinding bound, SubmitMessage it) {
    try {
      thread.submit(bound, it);
      return true;
    } catch (GraphException refused) {
      throw Failures.of(refused);
    }
  }

  private boolean later(GraphBinding bound, SubmitMessage it) {
    try {
      thread.submit(bound, it);
      return true;
    } catch (GraphException refused) {
      thread.ignore(bound, "-", refused);
      return false;
    }
  }

  @Override
  public Boolean resume(ResumeMessage it) {
    String id = it.interruptIds().stream().findFirst().orElse("-");
    return thread.binding().map(bound -> resume(bound, it, id)).orElse(false);
  }

  private boolean resume(GraphBinding bound, ResumeMessage it, String id) {
    if (it.door() == ResumeMessage.Door.SIGNAL) {
      Optional<GraphException> refusal = verdict(it);
      if (refusal.isPresent()) {
        thread.ignore(bound, id, refusal.get());
        return false;
      }
    }
    return applied(bound, it, id);
  }

  /**
   * The verdict of a schema is recorded: a later version of the validator may see it otherwise, and
   * a replay must not.
   */
  private Optional<GraphException> verdict(ResumeMessage it) {
    Answers answers = new Answers(thread.shared().schemas(), thread.views().interrupts());
    if (!answers.haveSchema(it.answers())) {
      return Optional.empty();
    }
    ThreadView.Failure[] recorded =
        Workflow.sideEffect(ThreadView.Failure[].class, () -> answers.verdict(it.answers()));
    return List.of(recorded).stream().findFirst().map(ThreadView.Failure::restore);
  }

  private boolean applied(GraphBinding bound, ThreadMessage message, String interruptId) {
    try {
      thread.accept(bound, message);
      return true;
    } catch (GraphException refused) {
      thread.ignore(bound, interruptId, refused);
      return false;
    }
  }

  @Override
  public Boolean proceed(ProceedMessage it) {
    return thread.binding().map(bound -> applied(bound, it, "-")).orElse(false);
  }

  @Override
  public Boolean edit(UpdateStateMessage it) {
    String graph = it.graph();
    GraphBinding bound =
        graph == null
            ? thread
                .binding()
                .orElseThrow(() -> new NothingToResumeException(thread.id(), "an edit"))
            : thread.bind(graph);
    return applied(bound, it, "-");
  }

  @Override
  public Boolean takeUp(ForkMessage it) {
    return thread.binding().map(bound -> began(bound, it, it.past())).orElse(false);
  }

  @Override
  public Boolean goBack(RollbackMessage it) {
    return thread.binding().map(bound -> began(bound, it, it.past())).orElse(false);
  }

  private boolean began(GraphBinding bound, ThreadMessage message, @Nullable JsonNode past) {
    new Typing(thread.shared().codec(), bound).past(past).ifPresent(bound.progress()::remember);
    return applied(bound, message, "-");
  }

  @Override
  public Boolean moveTo(MigrateMessage it) {
    return thread.binding().map(bound -> moved(bound, it)).orElse(false);
  }

  private boolean moved(GraphBinding bound, MigrateMessage it) {
    try {
      thread.migrate(bound, it);
      return true;
    } catch (VersionMisfitException | ThreadBusyException refused) {
      thread.ignore(bound, "-", refused);
      return false;
    }
  }

  @Override
  public Boolean copyOf(CopyMessage it) {
    return applied(thread.bind(it.graph()), it, "-");
  }

  @Override
  public Boolean cancel(CancelMessage it) {
    return thread.binding().map(bound -> thread.cancel(bound, it)).orElse(false);
  }

  @Override
  public Boolean pause(PauseMessage it) {
    return thread.isRunning()
        && thread.binding().map(bound -> applied(bound, it, "-")).orElse(false);
  }
}
