package io.evergraph.runtime;

import io.evergraph.error.NotOfferedException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The schedules of a server: runs of graphs that begin at set times, whether a process of yours is
 * there then or not.
 *
 * <p>Servers offer this where they outlive processes; others refuse every call with a {@link
 * NotOfferedException}.
 */
public interface Schedules {

  /**
   * Creates a schedule.
   *
   * @throws io.evergraph.error.ScheduleExistsException when there is one of this id
   * @throws io.evergraph.error.UnknownGraphException when its graph is not registered here
   * @throws io.evergraph.error.InvalidInputException when the server cannot read its times, or the
   *     graph does not take its input
   */
  ScheduleView create(Schedule schedule);

  /**
   * Puts a schedule in the place of the one of its id; runs that have begun are not touched.
   *
   * @throws io.evergraph.error.UnknownScheduleException when there is none of this id
   * @throws io.evergraph.error.InvalidInputException as {@link #create}
   */
  ScheduleView change(Schedule schedule);

  /**
   * Changes a schedule as it stands when the change is made: what another has changed since it was
   * last read, such as a pause, is kept. On Temporal, what comes in the few milliseconds between
   * reading and writing is overwritten: its update of schedules has no lock.
   *
   * @param change returns what the schedule is to be, under the same id; it may be called more than
   *     once
   * @throws io.evergraph.error.UnknownScheduleException when there is none of this id
   * @throws io.evergraph.error.InvalidInputException as {@link #create}, and where the id differs
   */
  ScheduleView change(String id, UnaryOperator<Schedule> change);

  /** Returns all schedules, by id. One that has just been created may be missing for a moment. */
  List<ScheduleView> list();

  /**
   * Returns a schedule.
   *
   * @throws io.evergraph.error.UnknownScheduleException when there is no such schedule
   */
  ScheduleView get(String id);

  /**
   * Lets no other run begin.
   *
   * @param note why, for those who look at it; may be empty
   */
  void pause(String id, String note);

  /**
   * Lets runs begin again.
   *
   * @param note why, for those who look at it; may be empty
   */
  void unpause(String id, String note);

  /** Begins a run now, also of a paused schedule, unless its rule for overlaps forbids it. */
  default void trigger(String id) {
    trigger(id, TimeOrderedId.next());
  }

  /**
   * Begins a run now, as {@link #trigger(String)}, once for each request.
   *
   * @param requestId told again where a caller does not know whether its request was taken: then no
   *     second run begins; 1 to 255 characters
   */
  void trigger(String id, String requestId);

  /** Deletes a schedule; runs that have begun go on. */
  void delete(String id);

  /** Returns those of a runtime that has none. */
  static Schedules notOffered(String runtime) {
    return new NotOffered(runtime);
  }

  /**
   * Refuses every call.
   *
   * @param runtime what cannot do it
   */
  record NotOffered(String runtime) implements Schedules {
    @Override
    public ScheduleView create(Schedule schedule) {
      throw refusal();
    }

    @Override
    public ScheduleView change(Schedule schedule) {
      throw refusal();
    }

    @Override
    public ScheduleView change(String id, UnaryOperator<Schedule> change) {
      throw refusal();
    }

    @Override
    public List<ScheduleView> list() {
      throw refusal();
    }

    @Override
    public ScheduleView get(String id) {
      throw refusal();
    }

    @Override
    public void pause(String id, String note) {
      throw refusal();
    }

    @Override
    public void unpause(String id, String note) {
      throw refusal();
    }

    @Override
    public void trigger(String id, String requestId) {
      throw refusal();
    }

    @Override
    public void delete(String id) {
      throw refusal();
    }

    private NotOfferedException refusal() {
      return new NotOfferedException(
          "schedule", runtime, "Use a Temporal server, or start runs by a timer of your own.");
    }
  }
}
