/**
 * What operators need over HTTP, beside the protocol of the graphs' users: failed tasks that wait
 * for a decision, one by one and in batches; tasks that are being tried; schedules; migration,
 * erasure and clean-up of blobs; diagrams and infrastructure of graphs.
 *
 * <p>{@link io.evergraph.server.admin.AdminApiConfiguration} lists its beans.
 */
@NullMarked
package io.evergraph.server.admin;

import org.jspecify.annotations.NullMarked;
