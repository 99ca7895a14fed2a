package io.evergraph.temporal.workflow;

import com.google.protobuf.ByteString;
import io.evergraph.pregel.TaskReport;
import io.evergraph.temporal.protocol.NodeReply;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.RawValue;

/**
 * What the activity of a task gave back.
 *
 * @param reply the reply
 * @param report what it reports of itself
 * @param content how it stands in the history: the same in every replay
 */
record ActivityResult(NodeReply reply, TaskReport report, ByteString content) {

  /**
   * Reads what was recorded.
   *
   * @throws DataConverterException when it is no reply
   */
  static ActivityResult read(RawValue recorded, DataConverter converter) {
    Payload payload = recorded.getPayload();
    NodeReply reply = converter.fromPayload(payload, NodeReply.class, NodeReply.class);
    return new ActivityResult(reply, reply.report(), payload.getData());
  }
}
