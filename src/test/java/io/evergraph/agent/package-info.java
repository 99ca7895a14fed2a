@NullMarked
package io.evergraph.agent;

import org.jspecify.annotations.NullMarked;
