-- ids of threads are ASCII and sort by their bytes
CREATE TABLE evergraph_saved_thread (
  id       varchar(200) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
  graph    text        NOT NULL,
  progress varchar(20) NOT NULL,
  head     longtext    NOT NULL,
  saved_at bigint      NOT NULL,
  INDEX evergraph_saved_thread_age (progress, saved_at)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE evergraph_saved_part (
  thread          varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  number          bigint   NOT NULL,
  last_checkpoint bigint   NOT NULL,
  content         longtext NOT NULL,
  PRIMARY KEY (thread, number)
) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
