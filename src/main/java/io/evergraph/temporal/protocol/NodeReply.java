package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.TooLargeException;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.TaskResult.ParentCommand;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.payload.Referable;
import io.evergraph.temporal.payload.SizeGuard;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The result of a task's activity, and the details of its failure. What is usual is left out.
 *
 * @param writes what the node wrote: values by channel, or a list of writes
 * @param routes where it leads: names of nodes, or sends; as JSON a single one stands alone
 * @param rule how the routes stand to the node's edges; null stands beside them
 * @param gotos how many of the routes a goto gave beside the edges; null for none
 * @param details the facts of its error; empty when it did not fail
 * @param attempts how often it ran; null stands for once
 * @param micros the time of the last attempt, in microseconds
 * @param upward what it commands the graph around; null for nothing
 * @param cached true where the result was kept from an earlier task; null where the node ran
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeReply(
    @Nullable JsonNode writes,
    @JsonFormat(
            with = {
              JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED,
              JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY
            })
        List<JsonNode> routes,
    Routing.@Nullable Rule rule,
    @Nullable Integer gotos,
    @Nullable List<Interrupt> asked,
    Map<String, Object> details,
    @Nullable Integer attempts,
    @Nullable Long micros,
    Map<String, Long> usage,
    @Nullable ParentCommandForm upward,
    @Nullable Boolean cached)
    implements Referable {
  private static final long FIXED_BYTES = 100;
  private static final String REMEDY =
      "Let the node write less, or write in parts over several supersteps.";

  public NodeReply {
    routes = Objects.requireNonNullElse(routes, List.of());
    details = Objects.requireNonNullElse(details, Map.of());
    usage = Objects.requireNonNullElse(usage, Map.of());
  }

  private NodeReply(
      @Nullable JsonNode writes,
      List<JsonNode> routes,
      Routing.@Nullable Rule rule,
      @Nullable Integer gotos,
      @Nullable List<Interrupt> asked,
      Map<String, Object> details,
      @Nullable ParentCommandForm upward,
      TaskReport report) {
    this(
        writes,
        routes,
        rule,
        gotos,
        asked,
        details,
        report.attempts() == 1 ? null : report.attempts(),
        TimeUnit.NANOSECONDS.toMicros(report.duration().toNanos()),
        report.usage(),
        upward,
        report.cached() ? true : null);
  }

  public static NodeReply of(TaskResult result, StateCodec codec) {
    return result.match(
        done -> completed(done, new CompactJson(codec)),
        it -> unrouted(it.questions(), Map.of(), it.report()),
        it -> unrouted(null, it.details(), it.report()));
  }

  private static NodeReply unrouted(
      @Nullable List<Interrupt> asked, Map<String, Object> details, TaskReport report) {
    return new NodeReply(null, List.of(), null, null, asked, details, null, report);
  }

  private static NodeReply completed(TaskResult.Completed done, CompactJson json) {
    Routing.Rule rule = done.routing().rule();
    ParentCommand upward = done.upward();
    return new NodeReply(
        json.write(done.writes()),
        done.routing().routes().stream().map(json::write).toList(),
        rule == Routing.Rule.BESIDE_EDGES ? null : rule,
        done.routing().gotos() == 0 ? null : done.routing().gotos(),
        null,
        Map.of(),
        upward == null ? null : ParentCommandForm.of(upward, json),
        done.report());
  }

  /**
   * Lets this reply pass if a server takes it.
   *
   * @throws TooLargeException when it is too large; names the channel that holds most of it
   */
  public void requireSendable(String node, StateCodec codec, SizeGuard guard) {
    JsonNode whole = codec.toJson(this);
    String subject = "what node '" + node + "' returned";
    if (asked == null) {
      guard.requirePayload(whole, () -> subject + largest(), REMEDY);
    } else {
      SizeGuard.requireShown(whole, subject, TooLargeException.SEND_A_REFERENCE);
    }
  }

  private String largest() {
    if (writes == null || !writes.isObject()) {
      return "";
    }
    return writes.properties().stream()
        .max(Comparator.comparingLong(field -> JsonSize.exactly(field.getValue())))
        .map(
            field ->
                " (channel '"
                    + field.getKey()
                    + "': "
                    + JsonSize.exactly(field.getValue())
                    + " bytes)")
        .orElse("");
  }

  /** Returns about how many bytes this has as JSON. */
  public long bytes(JsonSize size) {
    return FIXED_BYTES + size.of(Arrays.asList(writes, routes, asked, details, usage, upward));
  }

  public TaskReport report() {
    return new TaskReport(
        Optional.ofNullable(attempts).orElse(1),
        Duration.of(Optional.ofNullable(micros).orElse(0L), ChronoUnit.MICROS),
        usage,
        Boolean.TRUE.equals(cached));
  }

  public TaskResult result(String taskId, StateCodec codec) {
    if (asked != null) {
      return new TaskResult.Asked(taskId, asked, report());
    }
    CompactJson json = new CompactJson(codec);
    return new TaskResult.Completed(
        taskId,
        json.writes(writes, "a result"),
        routing(routes, rule, gotos, json),
        report(),
        upward == null ? null : upward.command(json));
  }

  private static Routing routing(
      List<JsonNode> routes,
      Routing.@Nullable Rule rule,
      @Nullable Integer gotos,
      CompactJson json) {
    return new Routing(
        routes.stream().map(json::route).toList(),
        Optional.ofNullable(rule).orElse(Routing.Rule.BESIDE_EDGES),
        Optional.ofNullable(gotos).orElse(0));
  }

  /**
   * The wire form of a command to the graph around.
   *
   * @param writes what it writes
   * @param routes where it leads
   * @param rule how the routes stand to the edges of the subgraph's node
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record ParentCommandForm(
      @Nullable JsonNode writes, List<JsonNode> routes, Routing.@Nullable Rule rule) {
    ParentCommandForm {
      routes = Objects.requireNonNullElse(routes, List.of());
    }

    private static ParentCommandForm of(ParentCommand command, CompactJson json) {
      return new ParentCommandForm(
          json.write(command.writes()),
          command.routing().routes().stream().map(json::write).toList(),
          command.routing().rule());
    }

    private ParentCommand command(CompactJson json) {
      return new ParentCommand(
          json.writes(writes, "a command to the parent"), routing(routes, rule, null, json));
    }
  }

  TaskResult.Failed failure(String taskId, String type, String message) {
    return new TaskResult.Failed(taskId, type, message, details, report());
  }
}
