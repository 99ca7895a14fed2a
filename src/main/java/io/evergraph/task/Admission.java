package io.evergraph.task;

import io.evergraph.error.GraphException;
import io.evergraph.error.LimitReachedException;
import io.evergraph.error.LimitReachedException.Rule;
import io.evergraph.error.RequestRefusedException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import io.evergraph.task.AgentBreakers.Permit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides who may begin a task: breaker, limits of the user, capacity, hooks, in this order. Who is
 * refused holds nothing afterwards, but the request counts for its user once it has passed the
 * breaker.
 *
 * @param hooks the hooks by name, in their order
 */
record Admission(
    AgentBreakers breakers,
    PerUser perUser,
    AdmissionLimits limits,
    AdmissionQueue room,
    Map<String, BeforeHook> hooks) {
  private static final Logger LOG = LoggerFactory.getLogger(Admission.class);

  /**
   * A request that may begin.
   *
   * @param request as the hooks have left it
   */
  record Admitted(AgentRequest request, Permit permit) {}

  Admitted admit(AgentRequest request, String task) {
    Permit permit = breakers.enter(request.agent());
    try {
      requireBudget(request.user());
      enterPlaces(request, task);
      return new Admitted(rewritten(request), permit);
    } catch (InterruptedException interrupted) {
      giveBack(task, permit);
      Thread.currentThread().interrupt();
      throw new CancellationException("The admission of a request was interrupted.");
    } catch (RuntimeException | Error refused) {
      giveBack(task, permit);
      throw refused;
    }
  }

  private void requireBudget(String user) {
    limits
        .take("user " + user, perUser.requests(), perUser.window())
        .ifPresent(
            pause -> {
              throw new LimitReachedException(Rule.USER_RATE, user, perUser.requests(), pause);
            });
  }

  /** Takes one call where there is room; else the user's place is held while waiting for it. */
  private void enterPlaces(AgentRequest request, String task) throws InterruptedException {
    Place place = new Place("user " + request.user(), perUser.concurrent());
    if (!room.isEnteredAtOnce(request, task, place)) {
      enterAsUser(request, place, task);
      room.enter(request, task);
    }
  }

  private void enterAsUser(AgentRequest request, Place place, String task) {
    if (!room.isEntered(request, task, List.of(place))) {
      throw new LimitReachedException(
          Rule.USER_CONCURRENCY, request.user(), perUser.concurrent(), Duration.ofSeconds(1));
    }
  }

  private AgentRequest rewritten(AgentRequest request) {
    AgentRequest current = request;
    for (Map.Entry<String, BeforeHook> hook : hooks.entrySet()) {
      current = passed(hook.getKey(), hook.getValue(), current);
    }
    return request.input(current.input()).context(current.context());
  }

  private static AgentRequest passed(String name, BeforeHook hook, AgentRequest request) {
    BeforeHook.Decision decision;
    try {
      decision = Objects.requireNonNull(hook.before(request), "It has decided nothing.");
    } catch (RuntimeException failure) {
      throw GraphException.explaining("ask the hook '" + name + "'", failure);
    }
    if (decision instanceof BeforeHook.Decision.Refuse refusal) {
      throw new RequestRefusedException(
          request.agent(), name, refusal.reason(), refusal.retryAfter());
    }
    return ((BeforeHook.Decision.Pass) decision).request();
  }

  void giveBack(String task, Permit permit) {
    permit.givenBack();
    leave(task);
  }

  /** Gives back the places of a task; those that cannot be given back now expire. */
  void leave(String task) {
    try {
      limits.leave(task);
    } catch (StoreUnavailableException away) {
      LOG.debug("The places of task {} are left to expire.", task, LogContents.of(away));
    }
    room.roomWasMade();
  }
}
