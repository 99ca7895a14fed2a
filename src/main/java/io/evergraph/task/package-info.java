/**
 * Tasks of agents: who may begin one, and what becomes of it. {@link AgentTaskOrchestrator} admits
 * requests, keeps their records, and sees that no task lasts for ever.
 */
@NullMarked
package io.evergraph.task;

import org.jspecify.annotations.NullMarked;
