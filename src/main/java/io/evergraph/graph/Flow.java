package io.evergraph.graph;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the tasks of a graph follow one another, beside its edges.
 *
 * @param gotos how a goto stands to the edges of its node
 * @param deferred the nodes that run only when nothing else is left to run, sorted
 * @param execution when tasks start and results are committed
 */
public record Flow(
    RouteScope routes, GotoRule gotos, SortedSet<String> deferred, Execution execution) {
  /** Declared targets only, goto in place of the edges, no node deferred, in supersteps. */
  public static final Flow DEFAULT =
      new Flow(RouteScope.DECLARED, GotoRule.REPLACE, Collections.emptySortedSet());

  public Flow {
    deferred = Collections.unmodifiableSortedSet(new TreeSet<>(deferred));
  }

  /** Makes the flow of a graph that runs in supersteps. */
  public Flow(RouteScope routes, GotoRule gotos, SortedSet<String> deferred) {
    this(routes, gotos, deferred, Execution.SUPERSTEPS);
  }

  /** Returns this flow with another scope of routes. */
  public Flow withRoutes(RouteScope scope) {
    return new Flow(scope, gotos, deferred, execution);
  }

  /** Returns this flow with another rule for goto. */
  public Flow withGotos(GotoRule rule) {
    return new Flow(routes, rule, deferred, execution);
  }

  /** Returns this flow with more deferred nodes. */
  public Flow deferring(Collection<String> more) {
    SortedSet<String> all = new TreeSet<>(deferred);
    all.addAll(more);
    return new Flow(routes, gotos, all, execution);
  }

  /** Returns this flow with another execution. */
  public Flow withExecution(Execution other) {
    return new Flow(routes, gotos, deferred, other);
  }

  /** Fingerprints are made from this text: the usual execution is left out. */
  @Override
  public String toString() {
    String rest = execution == Execution.SUPERSTEPS ? "" : ", execution=" + execution;
    return "Flow[routes=" + routes + ", gotos=" + gotos + ", deferred=" + deferred + rest + "]";
  }

  /** When the tasks of a graph start, and when their results are committed. */
  public enum Execution {
    /** All ready tasks run on one state; their results are committed together. The default. */
    SUPERSTEPS,
    /** A task starts as soon as its own triggers are in; each result is committed alone. */
    EAGER
  }

  /** How a {@code goto} stands to the edges of its node. */
  public enum GotoRule {
    /** It takes their place: only joins still count the node as arrived. The default. */
    REPLACE,
    /** It is followed beside them. */
    ADDITIVE
  }

  /** Where routers and {@code goto} may go. */
  public enum RouteScope {
    /** Only to targets that the route or the node declares. */
    DECLARED,
    /** To any node. */
    OPEN
  }
}
