-- live only: a crash of the server may lose them
CREATE UNLOGGED TABLE evergraph_emission (
  id         bigserial   PRIMARY KEY,
  thread     text COLLATE "C" NOT NULL,
  content    text        NOT NULL,
  emitted_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX evergraph_emission_thread ON evergraph_emission (thread, id);
CREATE INDEX evergraph_emission_age ON evergraph_emission (emitted_at);
