INSERT INTO evergraph_saved_thread (id, graph, progress, head, saved_at) VALUES ('kept', 'refunds', 'STOPPED', '{"é":"\'"}', 1767323045678)
INSERT INTO evergraph_saved_part (thread, number, last_checkpoint, content) VALUES ('kept', 2, 7, '{"part":"\'\\""}')
