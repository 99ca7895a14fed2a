/** Micro benchmarks of the engine's inner steps: {@code mvn -Pbench test-compile exec:exec}. */
@NullMarked
package io.evergraph.bench;

import org.jspecify.annotations.NullMarked;
