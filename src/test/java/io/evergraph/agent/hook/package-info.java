/** Tests of the hooks of agents. */
@NullMarked
package io.evergraph.agent.hook;

import org.jspecify.annotations.NullMarked;
