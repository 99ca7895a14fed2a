package io.evergraph.runtime;

import java.time.Duration;

/**
 * What the attempts of a task are held to.
 *
 * @param hardTimeout the longest attempt
 * @param heartbeatTimeout how long its worker may be silent before it counts as lost
 * @param interval the pause before the second attempt; later ones grow as the node's policy says
 * @param longestInterval the longest pause between attempts
 * @param attempts how often the node may run in all
 */
public record TaskLimits(
    Duration hardTimeout,
    Duration heartbeatTimeout,
    Duration interval,
    Duration longestInterval,
    int attempts) {}
