@NullMarked
package io.evergraph.llm.model;

import org.jspecify.annotations.NullMarked;
