/**
 * Agents that write a report together and ask a person before they give it out. What their models
 * say is recorded, see {@link io.evergraph.demo.airline.ReplayServer}.
 */
@NullMarked
package io.evergraph.demo.report;

import org.jspecify.annotations.NullMarked;
