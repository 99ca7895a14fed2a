package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.mcp.client.McpCallContext;
import dev.langchain4j.mcp.client.transport.McpOperationHandler;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.protocol.McpCancellationNotification;
import dev.langchain4j.mcp.protocol.McpClientMessage;
import dev.langchain4j.mcp.protocol.McpInitializeRequest;
import dev.langchain4j.mcp.protocol.McpListToolsRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * A connection to a server, whose lists of tools become ones that the client reads.
 *
 * @param asked what each thread has asked the server last
 */
record ReadableMcpTransport(McpTransport transport, ThreadLocal<McpClientMessage> asked)
    implements McpTransport {
  ReadableMcpTransport(McpTransport transport) {
    this(transport, new ThreadLocal<>());
  }

  @Override
  public CompletableFuture<JsonNode> executeOperationWithResponse(McpClientMessage request) {
    asked.set(request);
    return readable(request, transport.executeOperationWithResponse(request));
  }

  @Override
  public CompletableFuture<JsonNode> executeOperationWithResponse(McpCallContext context) {
    asked.set(context.message());
    return readable(context.message(), transport.executeOperationWithResponse(context));
  }

  /** Tells the server that nobody waits for what this thread has asked it last. */
  void cancelLast() {
    McpClientMessage last = asked.get();
    if (last != null) {
      transport.executeOperationWithoutResponse(
          new McpCancellationNotification(last.getId(), "The run does not wait for it."));
    }
  }

  private static CompletableFuture<JsonNode> readable(
      McpClientMessage request, CompletableFuture<JsonNode> reply) {
    return request instanceof McpListToolsRequest ? reply.thenApply(ServedTools::readable) : reply;
  }

  @Override
  public void start(McpOperationHandler handler) {
    transport.start(handler);
  }

  @Override
  public CompletableFuture<JsonNode> initialize(McpInitializeRequest request) {
    return transport.initialize(request);
  }

  @Override
  public void executeOperationWithoutResponse(McpClientMessage request) {
    transport.executeOperationWithoutResponse(request);
  }

  @Override
  public void executeOperationWithoutResponse(McpCallContext context) {
    transport.executeOperationWithoutResponse(context);
  }

  @Override
  public void checkHealth() {
    transport.checkHealth();
  }

  @Override
  public void onFailure(Runnable action) {
    transport.onFailure(action);
  }

  @Override
  public void close() throws IOException {
    transport.close();
  }
}
