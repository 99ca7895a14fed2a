/**
 * What back-ends share: how emissions travel to other processes and are read there, and budgets by
 * windows of time. Each store has a package of its own below.
 */
@NullMarked
package io.evergraph.backend;

import org.jspecify.annotations.NullMarked;
