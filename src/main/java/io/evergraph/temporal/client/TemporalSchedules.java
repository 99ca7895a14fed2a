package io.evergraph.temporal.client;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.ScheduleExistsException;
import io.evergraph.error.UnknownScheduleException;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.Schedules;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.schedule.v1.SchedulePatch;
import io.temporal.api.schedule.v1.TriggerImmediatelyRequest;
import io.temporal.api.workflowservice.v1.PatchScheduleRequest;
import io.temporal.api.workflowservice.v1.PatchScheduleResponse;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.schedules.ScheduleAlreadyRunningException;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleClientOptions;
import io.temporal.client.schedules.ScheduleDescription;
import io.temporal.client.schedules.ScheduleHandle;
import io.temporal.client.schedules.ScheduleListActionStartWorkflow;
import io.temporal.client.schedules.ScheduleListDescription;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.ScheduleUpdate;
import io.temporal.common.converter.DataConverterException;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schedules of a Temporal server whose action is to start a thread. */
public record TemporalSchedules(
    ScheduleClient client, ThreadCalls calls, ScheduleForm form, String target)
    implements Schedules {
  private static final Logger LOG = LoggerFactory.getLogger(TemporalSchedules.class);

  /** Returns those of a server; the embedded one has none. */
  public static Schedules of(
      TemporalConnection connection,
      ThreadCalls calls,
      ThreadStarter starter,
      GraphRegistry graphs) {
    if (connection.durability() != Durability.DURABLE) {
      return Schedules.notOffered("the embedded server");
    }
    WorkflowClientOptions options = connection.client().getOptions();
    ScheduleClient client =
        ScheduleClient.newInstance(
            connection.client().getWorkflowServiceStubs(),
            ScheduleClientOptions.newBuilder()
                .setNamespace(options.getNamespace())
                .setIdentity(options.getIdentity())
                .setDataConverter(options.getDataConverter())
                .build());
    return new TemporalSchedules(
        client,
        calls,
        new ScheduleForm(connection, starter, graphs),
        connection.options().target());
  }

  @Override
  public ScheduleView create(Schedule schedule) {
    io.temporal.client.schedules.Schedule sent = form.write(schedule, "");
    ask(
        schedule.id(),
        () ->
            calls.order(
                () ->
                    client.createSchedule(
                        schedule.id(), sent, ScheduleOptions.newBuilder().build())));
    return get(schedule.id());
  }

  @Override
  public ScheduleView change(Schedule schedule) {
    return update(schedule.id(), found -> schedule);
  }

  @Override
  public ScheduleView change(String id, UnaryOperator<Schedule> change) {
    return update(id, found -> changed(found, change));
  }

  private Schedule changed(ScheduleDescription found, UnaryOperator<Schedule> change) {
    String id = found.getId();
    Schedule changed =
        change.apply(
            form.read(found).orElseThrow(() -> new UnknownScheduleException(id)).schedule());
    if (!changed.id().equals(id)) {
      throw new InvalidInputException("a changed schedule", "the id '" + id + "'", changed.id());
    }
    return changed;
  }

  private ScheduleView update(String id, Function<ScheduleDescription, Schedule> change) {
    order(
        id,
        handle ->
            handle.update(
                input -> {
                  ScheduleDescription found = input.getDescription();
                  return new ScheduleUpdate(
                      form.write(change.apply(found), note(found.getSchedule())));
                }));
    return get(id);
  }

  private static String note(io.temporal.client.schedules.Schedule known) {
    return Optional.ofNullable(known.getState()).map(it -> it.getNote()).orElse("");
  }

  @Override
  public List<ScheduleView> list() {
    return ask("", () -> calls.list(this::ids)).stream().flatMap(this::readable).toList();
  }

  /** One that somebody has made by hand may have a form that no schedule of ours has. */
  private Stream<ScheduleView> readable(String id) {
    try {
      return find(id).stream();
    } catch (InvalidInputException | DateTimeException | DataConverterException unreadable) {
      LOG.warn(
          "Schedule '{}' starts graphs, but cannot be read ({}): it is left out of lists.",
          id,
          unreadable.getClass().getName());
      return Stream.empty();
    }
  }

  private List<String> ids() {
    return client
        .listSchedules()
        .filter(TemporalSchedules::startsThreads)
        .map(ScheduleListDescription::getScheduleId)
        .sorted()
        .toList();
  }

  private static boolean startsThreads(ScheduleListDescription found) {
    return found.getSchedule().getAction() instanceof ScheduleListActionStartWorkflow start
        && start.getWorkflow().equals(GraphWorkflow.TYPE);
  }

  @Override
  public ScheduleView get(String id) {
    return find(id).orElseThrow(() -> new UnknownScheduleException(id));
  }

  /** Other schedules of the namespace, and those that open threads without a run, are none here. */
  private Optional<ScheduleView> find(String id) {
    return described(id).flatMap(form::read);
  }

  private Optional<ScheduleDescription> described(String id) {
    try {
      return Optional.of(ask(id, () -> calls.list(() -> client.getHandle(id).describe())))
          .filter(ScheduleForm::startsThreads);
    } catch (UnknownScheduleException deleted) {
      return Optional.empty();
    }
  }

  @Override
  public void pause(String id, String note) {
    order(id, handle -> handle.pause(note));
  }

  @Override
  public void unpause(String id, String note) {
    order(id, handle -> handle.unpause(note));
  }

  @Override
  public void trigger(String id, String requestId) {
    TemporalConnection connection = form.connection();
    PatchScheduleRequest now =
        PatchScheduleRequest.newBuilder()
            .setNamespace(connection.options().namespace())
            .setIdentity(connection.client().getOptions().getIdentity())
            .setScheduleId(id)
            .setRequestId(requestId)
            .setPatch(
                SchedulePatch.newBuilder()
                    .setTriggerImmediately(TriggerImmediatelyRequest.getDefaultInstance()))
            .build();
    order(
        id,
        handle -> {
          PatchScheduleResponse unused = connection.stub().patchSchedule(now);
        });
  }

  @Override
  public void delete(String id) {
    order(id, ScheduleHandle::delete);
  }

  /** Leaves schedules alone that are none here. */
  private void order(String id, Consumer<ScheduleHandle> order) {
    ScheduleDescription known = described(id).orElseThrow(() -> new UnknownScheduleException(id));
    ScheduleDescription unused =
        ask(
            id,
            () ->
                calls.order(
                    () -> {
                      order.accept(client.getHandle(id));
                      return known;
                    }));
  }

  private <T> T ask(String id, Supplier<T> call) {
    try {
      return call.get();
    } catch (ScheduleAlreadyRunningException there) {
      throw new ScheduleExistsException(id);
    } catch (RuntimeException failure) {
      throw GrpcErrors.status(failure).map(it -> explained(id, it, failure)).orElse(failure);
    }
  }

  private RuntimeException explained(
      String id, StatusRuntimeException said, RuntimeException failure) {
    Status status = said.getStatus();
    String text = String.valueOf(status.getDescription());
    return switch (status.getCode()) {
      case NOT_FOUND -> new UnknownScheduleException(id);
      case INVALID_ARGUMENT ->
          new InvalidInputException(
                  "schedule '" + id + "'", "times and limits that the server takes", text)
              .causedBy(failure);
      case UNIMPLEMENTED ->
          new NotOfferedException(
                  "schedule",
                  "the Temporal server at " + target,
                  "Use one of version 1.20 or later.")
              .causedBy(failure);
      default -> failure;
    };
  }
}
