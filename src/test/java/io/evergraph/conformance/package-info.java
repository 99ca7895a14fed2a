/**
 * What other graph engines promise, as scenarios for this one.
 *
 * <p>A scenario is Java: graphs and steps, in a {@code ...Scenarios} class that {@link
 * io.evergraph.conformance.Catalogue} lists. What it must lead to is data: an entry under the same
 * id in {@code src/test/resources/conformance/<source>-<section>.yaml}. {@link
 * io.evergraph.conformance.ConformanceContract} plays every scenario on each runtime and compares;
 * {@link io.evergraph.conformance.ConformanceReport} draws {@code docs/conformance.md} from the
 * results. A scenario without a passing run has no verdict.
 *
 * <p>An entry of the data:
 *
 * <pre>
 * C-10:
 *   source: "S->a, S->b, ... -> [a,b,b2,j]"   # what the other engine does, word for word
 *   asserts: a join waits for the longer of two branches and fires once
 *   verdict: same            # same | different | later | not-applicable
 *   rules: [S1-order]        # for "different": ids in rules.yaml, whose words stand in docs
 *   why: ...                 # which feature, which reason; left out for "same"
 *   expect:                  # one line per observation of the stage, in order; keys left out are not compared
 *     - {after: start, status: finished, state: {v: [a, b]}, next: [], trace: [[a], [b]]}
 *     - {after: answer, error: [UnknownInterruptException, "part of the message"]}
 *     - {after: calls, value: {a: 1}}
 * </pre>
 *
 * <p>Every observation says more than the status. {@code state} is compared whole; {@code trace} is
 * the nodes that finished, superstep by superstep, in task order; {@code interrupts} are the
 * payloads of the open questions in task order; {@code error} is a text, or several, that "Type:
 * message" must contain, or null when none may be there.
 */
@org.jspecify.annotations.NullMarked
package io.evergraph.conformance;
