/** Tests of threads on Temporal servers: the embedded one, and a real dev server. */
@NullMarked
package io.evergraph.temporal;

import org.jspecify.annotations.NullMarked;
