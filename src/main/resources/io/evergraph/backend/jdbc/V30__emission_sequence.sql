-- the crash of one process of the server begins the sequence of an unlogged table anew, though the server as a whole
-- has not started again: a sequence apart goes on
LOCK TABLE evergraph_emission IN ACCESS EXCLUSIVE MODE;

CREATE SEQUENCE evergraph_emission_number;

SELECT setval('evergraph_emission_number', greatest(
  (extract(epoch FROM pg_postmaster_start_time())::bigint << 20) + nextval('evergraph_emission_id_seq'),
  (SELECT max(id) FROM evergraph_emission)));

ALTER TABLE evergraph_emission ALTER COLUMN id SET DEFAULT nextval('evergraph_emission_number');
