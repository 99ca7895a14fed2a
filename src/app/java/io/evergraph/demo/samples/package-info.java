/** Small graphs with known behaviour, to try clients against; every demo server offers them. */
@NullMarked
package io.evergraph.demo.samples;

import org.jspecify.annotations.NullMarked;
