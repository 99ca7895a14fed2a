/** Tasks of agents over HTTP: begin, look up, follow and cancel them. */
@NullMarked
package io.evergraph.server.task;

import org.jspecify.annotations.NullMarked;
