package io.evergraph.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.mcp.client.McpCallContext;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.mcp.protocol.McpCancellationNotification;
import dev.langchain4j.mcp.protocol.McpCancellationParams;
import dev.langchain4j.mcp.protocol.McpClientMessage;
import dev.langchain4j.mcp.protocol.McpClientNotification;
import dev.langchain4j.mcp.protocol.McpInitializationNotification;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.McpTools;
import io.evergraph.llm.tool.ToolSourceLostException;
import java.lang.reflect.Proxy;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Connections to servers of tools that do not come about, or are shared. */
class McpConnectionTest {
  private final AtomicInteger open = new AtomicInteger();
  private final Deque<McpClientMessage> requests = new ConcurrentLinkedDeque<>();
  private final BlockingQueue<McpClientMessage> notifications = new LinkedBlockingQueue<>();

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

  @Test
  void shouldTellTheServerThatARunningCallIsCancelled() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    try (McpTools tools = McpTools.of("crm", () -> silentAt("McpCallToolRequest", asked))) {
      ToolCall call = new ToolCall("c", "find", "{}");
      Thread run =
          new Thread(
              () -> {
                Throwable unused = catchThrowable(() -> tools.execute(call, null));
              },
              "a run that is about to be cancelled");
      run.start();
      asked.await();

      run.interrupt();
      run.join();

      McpClientMessage told = notifications.poll(10, TimeUnit.SECONDS);
      assertThat(told).isInstanceOf(McpCancellationNotification.class);
      McpCancellationParams what =
          (McpCancellationParams) ((McpClientNotification) told).getParams();
      assertThat(what.getRequestId()).isEqualTo(requests.peekLast().getId());
      assertThat(open).hasValue(1);
    }
  }

  private McpTransport listingForEver(CountDownLatch asked) {
    return silentAt("McpListToolsRequest", asked);
  }

  /** Returns a way to a server that answers all but one kind of question. */
  private McpTransport silentAt(String question, CountDownLatch asked) {
    return transport(
        call -> {
          if (call.contains(question)) {
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
                  requests.add(message(arguments[0]));
                  return replies.apply(requests.peekLast().getClass().getSimpleName());
                }
                case "executeOperationWithoutResponse" -> note(message(arguments[0]));
                default -> {}
              }
              return null;
            });
  }

  private void note(McpClientMessage told) {
    if (!(told instanceof McpInitializationNotification)) {
      notifications.add(told);
    }
  }

  private static McpClientMessage message(Object call) {
    return call instanceof McpCallContext context ? context.message() : (McpClientMessage) call;
  }
}
