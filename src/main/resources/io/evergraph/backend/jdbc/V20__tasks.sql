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

-- Who enters takes all places or none; the first full place is returned, or null. Places are locked
-- in one order, so that two who enter never wait for each other. Counts need not outlive a crash of
-- the database, so that the commit does not wait for its disk.
CREATE FUNCTION evergraph_enter(who text, wanted text[], room int[], millis bigint) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  name   text;
  others int;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR name IN SELECT unnest(wanted) ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(name, 20));
  END LOOP;
  FOR i IN 1 .. cardinality(wanted) LOOP
    DELETE FROM evergraph_place WHERE place = wanted[i] AND expires_at <= clock_timestamp();
    SELECT count(*) INTO others FROM evergraph_place WHERE place = wanted[i] AND holder <> who;
    IF others >= room[i] THEN
      RETURN wanted[i];
    END IF;
  END LOOP;
  INSERT INTO evergraph_place
    SELECT unnest(wanted), who, clock_timestamp() + millis * interval '1 millisecond'
    ON CONFLICT (place, holder) DO UPDATE SET expires_at = excluded.expires_at;
  RETURN NULL;
END $$;
