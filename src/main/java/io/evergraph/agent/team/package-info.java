/**
 * Teams of agents: a supervisor with its workers, and a swarm whose agents hand over to each other.
 *
 * <p>Rank 7. Users start at {@link io.evergraph.agent.team.Supervisor} or {@link
 * io.evergraph.agent.team.Swarm}; both are recipes that return a plain graph of subgraphs.
 */
@NullMarked
package io.evergraph.agent.team;

import org.jspecify.annotations.NullMarked;
