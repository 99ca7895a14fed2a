/**
 * The language of graphs: {@link io.evergraph.graph.GraphBuilder} makes a {@link
 * io.evergraph.graph.Graph}, whose topology is data ({@link io.evergraph.graph.GraphSpec}) with
 * behaviour bound to it by name.
 *
 * <p>Rank 2 and pure. A step is a {@link io.evergraph.graph.NodeAction}: it reads a {@link
 * io.evergraph.graph.NodeContext} and returns a {@link io.evergraph.graph.Command}.
 */
@NullMarked
package io.evergraph.graph;

import org.jspecify.annotations.NullMarked;
