package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.mcp.client.transport.McpTransport;
import io.evergraph.llm.tool.McpTools;
import io.evergraph.llm.tool.ToolSourceLostException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Connections to servers of tools that do not come about. */
class McpConnectionTest {
  private final AtomicInteger open = new AtomicInteger();

  @Test
  void shouldLeaveNoProgramBehindThatDoesNotAnswer() {
    McpTools tools = McpTools.of("crm", this::silent);

    assertThatThrownBy(tools::tools).isInstanceOf(ToolSourceLostException.class);
    assertThatThrownBy(tools::tools).isInstanceOf(ToolSourceLostException.class);

    assertThat(open).hasValue(0);
  }

  /** Returns a way to a server that starts, and is never ready. */
  private McpTransport silent() {
    return (McpTransport)
        Proxy.newProxyInstance(
            McpTransport.class.getClassLoader(),
            new Class<?>[] {McpTransport.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "start" -> open.incrementAndGet();
                case "close" -> open.decrementAndGet();
                case "initialize" -> {
                  return CompletableFuture.failedFuture(new TimeoutException("no answer"));
                }
                default -> {}
              }
              return null;
            });
  }
}
