package io.evergraph.backend;

import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.runtime.spi.NodeCache;

/** In the memory of a process. */
class LocalNodeCacheTest extends NodeCacheContract {
  private final NodeCache cache = new LocalNodeCache();

  @Override
  NodeCache cache() {
    return cache;
  }

  @Override
  NodeCache elsewhere() {
    return cache;
  }
}
