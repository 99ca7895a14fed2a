/**
 * Which methods one request, and one node, pass on their way: the measure of how plain the code is.
 */
@NullMarked
package io.evergraph.journey;

import org.jspecify.annotations.NullMarked;
