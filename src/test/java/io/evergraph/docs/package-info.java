/** What the documents show: compiled, run, and compared with their text. */
@NullMarked
package io.evergraph.docs;

import org.jspecify.annotations.NullMarked;
