@NullMarked
package io.evergraph.agent.kind;

import org.jspecify.annotations.NullMarked;
