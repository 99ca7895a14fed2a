-- results can be made again: a crash of the server may lose them
CREATE UNLOGGED TABLE evergraph_node_cache (
  graph      text        NOT NULL,
  node       text        NOT NULL,
  hash       text        NOT NULL,
  result     text        NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (graph, node, hash)
);

CREATE INDEX evergraph_node_cache_expiry ON evergraph_node_cache (expires_at);
