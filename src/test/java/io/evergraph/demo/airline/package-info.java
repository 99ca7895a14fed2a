@NullMarked
package io.evergraph.demo.airline;

import org.jspecify.annotations.NullMarked;
