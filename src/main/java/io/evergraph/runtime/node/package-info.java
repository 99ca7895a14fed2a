/**
 * Runs one attempt of one node, the same for every runtime: hooks, cache, routers, type checks and
 * the watchdog. It knows neither the thread around the task nor who awaits the result. Internal.
 */
@NullMarked
package io.evergraph.runtime.node;

import org.jspecify.annotations.NullMarked;
