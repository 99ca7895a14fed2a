/** Stores in folders of a file system. */
@NullMarked
package io.evergraph.backend.file;

import org.jspecify.annotations.NullMarked;
