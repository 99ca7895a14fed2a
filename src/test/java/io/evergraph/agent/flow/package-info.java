@NullMarked
package io.evergraph.agent.flow;

import org.jspecify.annotations.NullMarked;
