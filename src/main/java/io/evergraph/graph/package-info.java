/**
 * The language of graphs: {@link io.evergraph.graph.GraphBuilder} makes a {@link
 * io.evergraph.graph.Graph}, whose topology is data ({@link io.evergraph.graph.GraphSpec}) with
 * behaviour bound to it by name.
 *
 * <p>Rank 2 and pure. A step is a {@link io.evergraph.graph.NodeAction}: it reads a {@link
 * io.evergraph.graph.NodeContext} and returns a {@link io.evergraph.graph.Command}. Who calls a
 * graph gets an {@link io.evergraph.graph.Interrupt} for each {@link io.evergraph.graph.Question}
 * and gives an {@link io.evergraph.graph.Answer}, a {@link io.evergraph.graph.NodeEdit} or a {@link
 * io.evergraph.graph.Steering}.
 */
@NullMarked
package io.evergraph.graph;

import org.jspecify.annotations.NullMarked;
