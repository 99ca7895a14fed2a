@NullMarked
package io.evergraph.llm;

import org.jspecify.annotations.NullMarked;
