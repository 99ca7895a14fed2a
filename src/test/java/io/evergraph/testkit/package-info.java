@NullMarked
package io.evergraph.testkit;

import org.jspecify.annotations.NullMarked;
