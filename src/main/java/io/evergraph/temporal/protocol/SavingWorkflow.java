package io.evergraph.temporal.protocol;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Saves a thread whose own workflow has ended, however long the store is away. */
@WorkflowInterface
public interface SavingWorkflow {
  String TYPE = "Save";

  @WorkflowMethod(name = TYPE)
  void save(SaveActivity.Order order);
}
