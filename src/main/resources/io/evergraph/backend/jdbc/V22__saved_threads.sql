CREATE TABLE evergraph_saved_thread (
  id       text COLLATE "C" PRIMARY KEY,
  graph    text   NOT NULL,
  progress text   NOT NULL,
  head     text   NOT NULL,
  saved_at bigint NOT NULL
);

CREATE INDEX evergraph_saved_thread_age ON evergraph_saved_thread (progress, saved_at);

CREATE TABLE evergraph_saved_part (
  thread          text COLLATE "C" NOT NULL,
  number          bigint NOT NULL,
  last_checkpoint bigint NOT NULL,
  content         text   NOT NULL,
  PRIMARY KEY (thread, number)
);
