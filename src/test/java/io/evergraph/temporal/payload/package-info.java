/** Tests of what travels between processes. */
@NullMarked
package io.evergraph.temporal.payload;

import org.jspecify.annotations.NullMarked;
