/**
 * Everything that can go wrong, as one sealed family: {@link io.evergraph.error.GraphException} and
 * its cases.
 *
 * <p>Rank 0: imports the JDK only. Each case says what was expected, what was found and what to do,
 * and keeps its facts by name, so that endpoints can map it without reading its text.
 */
@NullMarked
package io.evergraph.error;

import org.jspecify.annotations.NullMarked;
