/**
 * The workloads of {@code bench} written by hand as Temporal workflows, as a Java team would write
 * them without Evergraph: the floor that it is measured against. {@code mvn -Pbench test-compile
 * exec:exec@floor} measures both.
 */
@NullMarked
package io.evergraph.bench.floor;

import org.jspecify.annotations.NullMarked;
