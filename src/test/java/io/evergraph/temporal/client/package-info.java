/** Tests of how threads on Temporal are called and read. */
@NullMarked
package io.evergraph.temporal.client;

import org.jspecify.annotations.NullMarked;
