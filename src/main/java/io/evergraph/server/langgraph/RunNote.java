package io.evergraph.server.langgraph;

import io.evergraph.runtime.ThreadId;
import java.time.Instant;
import java.util.Map;

/**
 * What this server remembers of a run that it accepted, beside what the thread itself records.
 *
 * @param thread the thread
 * @param runId the run
 * @param graph the graph
 * @param acceptedAt when it was accepted
 * @param metadata what the caller noted on it
 * @param multitaskStrategy what the caller wanted while another run was in progress
 * @param modes what the caller wanted to see of it
 * @param body what stands for a request with a key, to tell whether another is the same
 */
record RunNote(
    ThreadId thread,
    String runId,
    String graph,
    Instant acceptedAt,
    Map<String, Object> metadata,
    String multitaskStrategy,
    StreamModes modes,
    String body) {}
