@NullMarked
package io.evergraph.server;

import org.jspecify.annotations.NullMarked;
