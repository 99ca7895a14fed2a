CREATE TABLE evergraph_task (
  id         text        PRIMARY KEY,
  agent      text        NOT NULL,
  owner      text        NOT NULL,
  thread     text        NOT NULL,
  run        text        NOT NULL,
  input      jsonb       NOT NULL,
  context    jsonb       NOT NULL,
  state      text        NOT NULL,
  error      text,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL
);

-- ids sort by time: pages of the latest tasks of a user or an agent are read backwards
CREATE INDEX evergraph_task_owner ON evergraph_task (owner, id);
CREATE INDEX evergraph_task_agent ON evergraph_task (agent, id);
CREATE INDEX evergraph_task_seen ON evergraph_task (seen_at) WHERE state IN ('PENDING', 'RUNNING');

-- what may be done in a window of time; the columns are those that bucket4j writes
CREATE TABLE evergraph_budget (
  id         text   PRIMARY KEY,
  state      bytea,
  expires_at bigint
);

CREATE INDEX evergraph_budget_expiry ON evergraph_budget (expires_at);

-- who is where at once
CREATE TABLE evergraph_place (
  place      text        NOT NULL,
  holder     text        NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (place, holder)
);

CREATE INDEX evergraph_place_holder ON evergraph_place (holder);
