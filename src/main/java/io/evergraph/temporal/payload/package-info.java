/**
 * How values travel: sizes and their limits, large values by reference, converters and pages. It
 * knows no message of ours. Internal.
 */
@NullMarked
package io.evergraph.temporal.payload;

import org.jspecify.annotations.NullMarked;
