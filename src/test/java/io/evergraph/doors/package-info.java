/** The doors of one application together: REST, the {@code temporal} program, the Java API. */
@NullMarked
package io.evergraph.doors;

import org.jspecify.annotations.NullMarked;
