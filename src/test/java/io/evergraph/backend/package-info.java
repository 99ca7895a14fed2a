/** Tests of the stores. */
@NullMarked
package io.evergraph.backend;

import org.jspecify.annotations.NullMarked;
