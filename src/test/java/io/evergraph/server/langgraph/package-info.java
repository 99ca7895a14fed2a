@NullMarked
package io.evergraph.server.langgraph;

import org.jspecify.annotations.NullMarked;
