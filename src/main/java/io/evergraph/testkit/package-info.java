/**
 * Tools for tests of graphs and agents: scripted models, runs with a clock of their own, assertions
 * on what became of them, and workers that are lost at any place.
 *
 * <p>Rank 8. Users start at {@link io.evergraph.testkit.GraphRun}. Needs AssertJ; {@link
 * io.evergraph.testkit.EvergraphExtension} needs JUnit, {@link
 * io.evergraph.testkit.TestServer#embedded} needs {@code io.temporal:temporal-testing}. All of them
 * are optional dependencies of the library.
 */
@NullMarked
package io.evergraph.testkit;

import org.jspecify.annotations.NullMarked;
