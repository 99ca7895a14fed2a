/**
 * Hooks of agents: code before and after an agent and its model calls, and around the calls of
 * models and tools.
 *
 * <p>Rank 7. Users start at {@link io.evergraph.agent.hook.AgentHook}; the hooks that are ready are
 * one file each.
 */
@NullMarked
package io.evergraph.agent.hook;

import org.jspecify.annotations.NullMarked;
