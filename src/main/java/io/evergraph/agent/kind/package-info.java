/** The kinds of flows and teams that graphs written as data may name. */
@NullMarked
package io.evergraph.agent.kind;

import org.jspecify.annotations.NullMarked;
