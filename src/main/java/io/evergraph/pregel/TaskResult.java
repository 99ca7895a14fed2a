package io.evergraph.pregel;

import io.evergraph.error.QuestionExpiredException;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Route;
import io.evergraph.state.Write;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How a task ended: the same type in memory and as the result of an activity. */
public sealed interface TaskResult {
  /** Returns the task. */
  String taskId();

  /** Returns what it cost. */
  TaskReport report();

  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<Completed, R> onCompleted,
      Function<Asked, R> onAsked,
      Function<Failed, R> onFailed) {
    if (this instanceof Completed it) {
      return onCompleted.apply(it);
    }
    if (this instanceof Asked it) {
      return onAsked.apply(it);
    }
    return onFailed.apply((Failed) this);
  }

  /**
   * The node returned.
   *
   * @param writes what it wrote, in order
   * @param routing where it leads
   * @param report what it cost
   * @param upward what it commands the graph around, which ends its own graph; null for nothing
   */
  record Completed(
      String taskId,
      List<Write> writes,
      Routing routing,
      TaskReport report,
      @Nullable ParentCommand upward)
      implements TaskResult {
    public Completed {
      writes = List.copyOf(writes);
    }

    /** Makes the result of a node that commands the graph around nothing. */
    public Completed(String taskId, List<Write> writes, Routing routing, TaskReport report) {
      this(taskId, writes, routing, report, null);
    }

    /** Returns this result with another command for the graph around. */
    public Completed with(@Nullable ParentCommand other) {
      return new Completed(taskId, writes, routing, report, other);
    }

    Completed only(Predicate<String> wanted) {
      List<Write> some = writes.stream().filter(write -> wanted.test(write.channel())).toList();
      return new Completed(taskId, some, routing, report, upward);
    }
  }

  /**
   * The node asked; it runs again when all of its questions are answered.
   *
   * @param questions what it asked, in order; never empty
   * @param report what it cost
   */
  record Asked(String taskId, List<Interrupt> questions, TaskReport report) implements TaskResult {
    public Asked {
      questions = List.copyOf(questions);
      if (questions.isEmpty()) {
        throw new IllegalArgumentException("Expected at least one question but found none.");
      }
    }
  }

  /**
   * The node failed for good: its attempts are used up, or its error is not worth another.
   *
   * @param type the class name of the last error
   * @param details the facts of the error by name: plain values
   * @param report what it cost
   */
  record Failed(
      String taskId, String type, String message, Map<String, Object> details, TaskReport report)
      implements TaskResult {
    public Failed {
      details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /** Returns how a task fails whose question nobody has answered in time. */
    public static Failed unanswered(Interrupt question) {
      QuestionExpiredException late =
          new QuestionExpiredException(
              question.node(), question.id(), String.valueOf(question.expiresAt()));
      return new Failed(
          question.taskId(),
          late.getClass().getName(),
          String.valueOf(late.getMessage()),
          late.details(),
          TaskReport.NONE);
    }
  }

  /**
   * What a node of a subgraph commands the graph around.
   *
   * @param writes what it writes to the channels of that graph, in order
   * @param routing where it leads from the subgraph's node
   */
  record ParentCommand(List<Write> writes, Routing routing) {
    public ParentCommand {
      writes = List.copyOf(writes);
    }

    static Routing routing(List<ParentCommand> commands) {
      List<Route> routes =
          commands.stream().flatMap(command -> command.routing().routes().stream()).toList();
      return commands.stream()
              .anyMatch(command -> command.routing().rule() == Routing.Rule.INSTEAD_OF_EDGES)
          ? Routing.instead(routes)
          : Routing.beside(routes, routes.size());
    }
  }
}
