/** Recorded conversations run while workers and the Temporal server are killed. */
@NullMarked
package io.evergraph.demo.chaos;

import org.jspecify.annotations.NullMarked;
