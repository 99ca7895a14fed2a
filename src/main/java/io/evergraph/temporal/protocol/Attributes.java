package io.evergraph.temporal.protocol;

import io.evergraph.runtime.ThreadStatus;
import io.temporal.common.SearchAttributeKey;
import java.util.List;
import java.util.Locale;

/** The search attributes of threads, all keywords; where a server has none of them, memo fields. */
public final class Attributes {
  public static final SearchAttributeKey<String> GRAPH =
      SearchAttributeKey.forKeyword("EvergraphGraph");

  public static final SearchAttributeKey<String> STATUS =
      SearchAttributeKey.forKeyword("EvergraphStatus");

  /** Whose it is: the {@code tenant} of the thread's metadata. */
  public static final SearchAttributeKey<String> TENANT =
      SearchAttributeKey.forKeyword("EvergraphTenant");

  public static final List<SearchAttributeKey<String>> ALL = List.of(GRAPH, STATUS, TENANT);

  private Attributes() {}

  public static String nameOf(ThreadStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
