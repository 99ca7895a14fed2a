/**
 * What all HTTP endpoints share: problems, limits, the reading of bodies, and streams of events.
 * One subpackage per protocol.
 *
 * <p>Rank 8. Plain Spring MVC over the {@link io.evergraph.runtime.GraphRuntime} port; {@code
 * io.evergraph.spring} registers it.
 */
@NullMarked
package io.evergraph.server;

import org.jspecify.annotations.NullMarked;
