/**
 * Turns states, updates, tasks and checkpoints into JSON and back, by the declared types of the
 * channels, and checks values against types and JSON schemas. What a thread keeps over its
 * checkpoints is in {@code thread}. Internal.
 */
@NullMarked
package io.evergraph.runtime.codec;

import org.jspecify.annotations.NullMarked;
