/** Stores in Redis; needs Lettuce. */
@NullMarked
package io.evergraph.backend.redis;

import org.jspecify.annotations.NullMarked;
