-- names sort by their bytes, so that a namespace stands together with those below it
CREATE TABLE evergraph_store (
  namespace    text COLLATE "C" NOT NULL,
  key          text COLLATE "C" NOT NULL,
  value        jsonb            NOT NULL,
  version      bigint           NOT NULL,
  created_at   timestamptz      NOT NULL,
  updated_at   timestamptz      NOT NULL,
  time_to_live bigint,
  refreshed    boolean          NOT NULL,
  expires_at   timestamptz      NOT NULL,
  PRIMARY KEY (namespace, key)
);

CREATE INDEX evergraph_store_expiry ON evergraph_store (expires_at) WHERE expires_at < 'infinity';
