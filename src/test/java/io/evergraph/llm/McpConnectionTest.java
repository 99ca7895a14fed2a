package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.mcp.client.McpCallContext;
import dev.langchain4j.mcp.client.transport.McpTransport;
import io.evergraph.llm.tool.McpTools;
import io.evergraph.llm.tool.ToolSourceLostException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Connections to servers of tools that do not come about, or are shared. */
class McpConnectionTest {
  private final AtomicInteger open = new AtomicInteger();

  @Test
  void shouldLeaveNoProgramBehindThatDoesNotAnswer() {
    McpTools tools = McpTools.of("crm", this::silent);

    assertThatThrownBy(tools::tools).isInstanceOf(ToolSourceLostException.class);
    assertThatThrownBy(tools::tools).isInstanceOf(ToolSourceLostException.class);

    assertThat(open).hasValue(0);
  }

  @Test
  void shouldStayConnectedWhenAListingIsCancelledThatOthersDoNotWaitFor() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    McpTools tools = McpTools.of("crm", () -> listingForEver(asked));
    Thread run =
        new Thread(
            () -> failure.set(catchThrowable(tools::tools)), "a run that is about to be cancelled");
    run.start();
    asked.await();

    run.interrupt();
    run.join();

    assertThat(failure.get()).isInstanceOf(ToolSourceLostException.class);
    assertThat(open).hasValue(1);
    tools.close();
    assertThat(open).hasValue(0);
  }

  /** Returns a way to a server that answers all but the question which tools it has. */
  private McpTransport listingForEver(CountDownLatch asked) {
    return transport(
        call -> {
          if (call.contains("McpListToolsRequest")) {
            asked.countDown();
            return new CompletableFuture<>();
          }
          ObjectNode reply = JsonNodeFactory.instance.objectNode();
          reply
              .putObject("result")
              .put("protocolVersion", "2025-06-18")
              .putObject("capabilities")
              .putObject("tools");
          return CompletableFuture.completedFuture(reply);
        });
  }

  /** Returns a way to a server that starts, and is never ready. */
  private McpTransport silent() {
    return transport(call -> CompletableFuture.failedFuture(new TimeoutException("no answer")));
  }

  private McpTransport transport(Function<String, CompletableFuture<JsonNode>> replies) {
    return (McpTransport)
        Proxy.newProxyInstance(
            McpTransport.class.getClassLoader(),
            new Class<?>[] {McpTransport.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "start" -> open.incrementAndGet();
                case "close" -> open.decrementAndGet();
                case "initialize" -> {
                  return replies.apply("initialize");
                }
                case "executeOperationWithResponse" -> {
                  return replies.apply(message(arguments[0]));
                }
                default -> {}
              }
              return null;
            });
  }

  private static String message(Object call) {
    Object message = call instanceof McpCallContext context ? context.message() : call;
    return message.getClass().getSimpleName();
  }
}
