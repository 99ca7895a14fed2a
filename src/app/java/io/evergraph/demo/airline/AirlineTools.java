package io.evergraph.demo.airline;

import io.evergraph.agent.ReactAgent;
import io.evergraph.llm.Message;
import io.evergraph.llm.ToolCall;
import io.evergraph.llm.ToolContext;
import io.evergraph.llm.ToolExecutor;
import java.net.URI;
import java.util.List;
import java.util.Optional;

final class AirlineTools implements ToolExecutor {
  private final RecordedTools recorded = new RecordedTools();

  @Override
  public String execute(ToolCall call, ToolContext context) throws Exception {
    Optional<URI> url = AirlineAgent.replayUrl(context.node());
    return url.isPresent()
        ? recorded.call(
            url.get(), position(context), call.name(), call.arguments(), context.idempotencyKey())
        : BundledResults.instance().of(call);
  }

  /** Results stand after everything said so far, in the order of the calls. */
  static int position(ToolContext context) {
    List<Message> said = context.node().state().get(ReactAgent.MESSAGES);
    long instructions = said.stream().filter(Message.Instruction.class::isInstance).count();
    return said.size() - (int) instructions + context.index();
  }
}
