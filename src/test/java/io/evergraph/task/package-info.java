@NullMarked
package io.evergraph.task;

import org.jspecify.annotations.NullMarked;
