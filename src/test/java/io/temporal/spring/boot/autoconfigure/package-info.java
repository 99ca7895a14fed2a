/** Stands in for Temporal's own starter, which orders itself by its name. */
@NullMarked
package io.temporal.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
