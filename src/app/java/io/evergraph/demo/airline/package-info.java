/**
 * The airline agent and the service that replays its recorded conversations.
 *
 * <p>The recordings were made with a real model; {@link io.evergraph.demo.airline.ReplayServer}
 * speaks them over an OpenAI-compatible interface, so that the agent runs without a model and every
 * run can be compared with what happened then.
 */
@NullMarked
package io.evergraph.demo.airline;

import org.jspecify.annotations.NullMarked;
