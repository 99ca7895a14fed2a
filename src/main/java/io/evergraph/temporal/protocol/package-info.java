/**
 * What travels between callers, workflows and workers: the workflow interface, messages, task
 * calls, replies and views, each with its JSON form. All of it is deterministic: no clock, random,
 * thread or client. Internal, but for the JSON that {@code docs/} describes.
 */
@NullMarked
package io.evergraph.temporal.protocol;

import org.jspecify.annotations.NullMarked;
