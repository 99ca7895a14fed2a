CREATE INDEX evergraph_task_thread ON evergraph_task (thread, id);
