/** Measures a runtime on seven small graphs whose final states are known. */
@NullMarked
package io.evergraph.demo.bench;

import org.jspecify.annotations.NullMarked;
