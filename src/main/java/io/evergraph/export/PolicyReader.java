package io.evergraph.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Placement;
import io.evergraph.graph.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Reads the policy of a node; what is left out is as in {@link NodePolicy#DEFAULT}. */
record PolicyReader(SpecReader from) {
  NodePolicy policy() {
    NodePolicy usual = NodePolicy.DEFAULT;
    Duration timeout = from.duration("timeout").orElse(usual.timeout());
    return valid(
        from,
        () ->
            new NodePolicy(
                retries(),
                timeout,
                from.duration("hardTimeout")
                    .orElseGet(() -> usual.withTimeout(timeout).hardTimeout()),
                from.word("placement", Placement.class).orElse(usual.placement()),
                from.optional("cache", PolicyReader::cache)));
  }

  private static CachePolicy cache(SpecReader cache) {
    JsonNode unused = cache.required(cache.tree().isObject(), SpecReader.FIELDS);
    return new CachePolicy(
        cache.list("channels", SpecReader::text),
        cache.duration("timeToLive"),
        cache.text("version", SpecReader.FIRST_VERSION),
        Set.copyOf(cache.list("ignored", part -> part.word(CachePolicy.OfCaller.class))));
  }

  private static <T> T valid(SpecReader part, Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException misfit) {
      throw new InvalidInputException(
          "the graph at " + part.place(), "permitted values", "\"" + misfit.getMessage() + "\"");
    }
  }

  /** A single rule stands for a list of one. */
  private List<RetryPolicy> retries() {
    return from.tree().path("retry").isArray()
        ? from.list("retry", PolicyReader::retry)
        : List.of(retry(from.part("retry")));
  }

  private static RetryPolicy retry(SpecReader rule) {
    RetryPolicy usual = RetryPolicy.DEFAULT;
    return valid(
        rule,
        () ->
            new RetryPolicy(
                rule.list("errors", SpecReader::text),
                rule.number("maxAttempts").orElse(usual.maxAttempts()),
                rule.duration("initialInterval").orElse(usual.initialInterval()),
                rule.optional("coefficient", SpecReader::decimal).orElse(usual.coefficient()),
                rule.duration("maxInterval").orElse(usual.maxInterval()),
                rule.tree().has("nonRetryable")
                    ? rule.list("nonRetryable", SpecReader::text)
                    : usual.nonRetryable()));
  }
}
