/**
 * Graphs for people and other programs: {@link io.evergraph.export.Mermaid} draws them, {@link
 * io.evergraph.export.GraphJson} writes them as data.
 *
 * <p>Rank 5. Reads topology only ({@link io.evergraph.graph.GraphSpec}), so a graph can be shown by
 * a process that does not have its code. The same graph gives the same text everywhere.
 */
@NullMarked
package io.evergraph.export;

import org.jspecify.annotations.NullMarked;
