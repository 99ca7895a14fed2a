@NullMarked
package io.evergraph.demo.chaos;

import org.jspecify.annotations.NullMarked;
