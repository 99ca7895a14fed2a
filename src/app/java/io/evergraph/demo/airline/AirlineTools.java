package io.evergraph.demo.airline;

import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolExecutor;
import java.net.URI;
import java.util.Optional;

final class AirlineTools implements ToolExecutor {
  private final RecordedTools recorded = new RecordedTools();

  @Override
  public String execute(ToolCall call, ToolContext context) throws Exception {
    Optional<URI> url = AirlineAgent.replayUrl(context.node());
    return url.isPresent()
        ? recorded.call(
            url.get(), context.position(), call.name(), call.arguments(), context.idempotencyKey())
        : BundledResults.instance().of(call);
  }
}
