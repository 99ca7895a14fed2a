package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.mcp.client.McpCallContext;
import dev.langchain4j.mcp.client.transport.McpOperationHandler;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.protocol.McpClientMessage;
import dev.langchain4j.mcp.protocol.McpInitializeRequest;
import dev.langchain4j.mcp.protocol.McpListToolsRequest;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** The way to a server whose lists of tools become ones that the client reads. */
record McpWay(McpTransport way) implements McpTransport {
  @Override
  public CompletableFuture<JsonNode> executeOperationWithResponse(McpClientMessage request) {
    return readable(request, way.executeOperationWithResponse(request));
  }

  @Override
  public CompletableFuture<JsonNode> executeOperationWithResponse(McpCallContext context) {
    return readable(context.message(), way.executeOperationWithResponse(context));
  }

  private static CompletableFuture<JsonNode> readable(
      McpClientMessage request, CompletableFuture<JsonNode> reply) {
    return request instanceof McpListToolsRequest ? reply.thenApply(ServedTools::readable) : reply;
  }

  @Override
  public void start(McpOperationHandler handler) {
    way.start(handler);
  }

  @Override
  public CompletableFuture<JsonNode> initialize(McpInitializeRequest request) {
    return way.initialize(request);
  }

  @Override
  public void executeOperationWithoutResponse(McpClientMessage request) {
    way.executeOperationWithoutResponse(request);
  }

  @Override
  public void executeOperationWithoutResponse(McpCallContext context) {
    way.executeOperationWithoutResponse(context);
  }

  @Override
  public void checkHealth() {
    way.checkHealth();
  }

  @Override
  public void onFailure(Runnable action) {
    way.onFailure(action);
  }

  @Override
  public void close() throws IOException {
    way.close();
  }
}
