package io.evergraph.temporal;

import io.evergraph.runtime.ThreadStatus;
import io.temporal.common.SearchAttributeKey;
import java.util.List;
import java.util.Locale;

/** The search attributes of threads, all keywords; where a server has none of them, memo fields. */
final class Attributes {
  /** The name of the graph. */
  static final SearchAttributeKey<String> GRAPH = SearchAttributeKey.forKeyword("EvergraphGraph");

  /** How the thread is doing. */
  static final SearchAttributeKey<String> STATUS = SearchAttributeKey.forKeyword("EvergraphStatus");

  /** Whose it is: the {@code tenant} of the thread's metadata. */
  static final SearchAttributeKey<String> TENANT = SearchAttributeKey.forKeyword("EvergraphTenant");

  static final List<SearchAttributeKey<String>> ALL = List.of(GRAPH, STATUS, TENANT);

  private Attributes() {}

  static String nameOf(ThreadStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
