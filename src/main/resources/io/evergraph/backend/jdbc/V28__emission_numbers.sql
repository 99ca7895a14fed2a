-- a crash of the server begins the sequence of an unlogged table anew; those who read on from a place
-- would miss what has smaller numbers
CREATE SEQUENCE evergraph_emission_number;
SELECT setval('evergraph_emission_number', nextval('evergraph_emission_id_seq'));
ALTER TABLE evergraph_emission ALTER COLUMN id SET DEFAULT nextval('evergraph_emission_number');
DROP SEQUENCE evergraph_emission_id_seq;
