/**
 * Merges what a thread records of a run with what its nodes emit, for one reader. The types that
 * readers see are in {@code runtime}. Internal.
 */
@NullMarked
package io.evergraph.runtime.stream;

import org.jspecify.annotations.NullMarked;
