CREATE TABLE evergraph_blob (
  hash      text        PRIMARY KEY,
  size      bigint      NOT NULL,
  content   bytea       NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);

-- contents are large and do not compress well twice: keep them out of line, as they are
ALTER TABLE evergraph_blob ALTER COLUMN content SET STORAGE EXTERNAL;
