/** The endpoints of one application together: REST, the {@code temporal} program, the Java API. */
@NullMarked
package io.evergraph.endpoint;

import org.jspecify.annotations.NullMarked;
