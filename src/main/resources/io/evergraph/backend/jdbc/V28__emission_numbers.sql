-- a crash of the server begins the sequence of an unlogged table anew: the start of the server comes first, so
-- that those who read on from a place miss nothing
ALTER TABLE evergraph_emission ALTER COLUMN id SET DEFAULT
  (extract(epoch FROM pg_postmaster_start_time())::bigint << 20) + nextval('evergraph_emission_id_seq');
