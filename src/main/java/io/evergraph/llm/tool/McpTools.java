package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.transport.McpTransport;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a server of the Model Context Protocol, over standard streams or streamable HTTP.
 * Needs {@code dev.langchain4j:langchain4j-mcp}.
 *
 * <p>It connects when it is first asked, and anew after the server was lost, which is a {@link
 * ToolSourceLostException}. A tool that says that it failed tells the model; how long a call may
 * take is up to the policy of its node. Safe for use by several threads.
 *
 * <pre>{@code
 * McpTools crm = McpTools.of("crm", () -> StreamableHttpMcpTransport.builder().url(url).build());
 * ReactAgent.of("support", model).tools(Toolset.source(crm))
 * }</pre>
 */
public final class McpTools implements ToolSource, AutoCloseable {
  /** How often a call that waits looks whether its server is still there. */
  private static final long HEALTH_CHECK_MILLIS = 500;

  private final String name;
  private final Supplier<McpTransport> transports;
  private @Nullable Connection connection;

  private McpTools(String name, Supplier<McpTransport> transports) {
    this.name = Objects.requireNonNull(name, "name");
    this.transports = Objects.requireNonNull(transports, "transports");
  }

  /**
   * Returns the tools of a server.
   *
   * @param name what the names of its tools begin with
   * @param transports makes the way to the server, each time that it is connected
   */
  public static McpTools of(String name, Supplier<McpTransport> transports) {
    return new McpTools(name, transports);
  }

  private record Connection(DefaultMcpClient client, ReadableMcpTransport transport) {
    static Connection open(ReadableMcpTransport transport) {
      try {
        DefaultMcpClient client =
            DefaultMcpClient.builder()
                .transport(transport)
                .autoHealthCheck(false)
                .toolExecutionTimeout(Duration.ZERO)
                .toolResultExtractor(new McpContent())
                .build();
        return new Connection(client, transport);
      } catch (RuntimeException silent) {
        close(transport, silent);
        throw silent;
      }
    }

    /** A program that was started and does not answer would run on, one more at each attempt. */
    private static void close(McpTransport transport, RuntimeException silent) {
      try {
        transport.close();
      } catch (IOException | RuntimeException failure) {
        silent.addSuppressed(failure);
      }
    }

    /** Waits for a call, as long as the way to the server is there. */
    ToolExecutionResult execute(ToolExecutionRequest request)
        throws ExecutionException, InterruptedException {
      FutureTask<ToolExecutionResult> call = new FutureTask<>(() -> executed(request));
      Thread caller = new Thread(call);
      caller.setDaemon(true);
      caller.start();
      try {
        while (true) {
          try {
            return call.get(HEALTH_CHECK_MILLIS, TimeUnit.MILLISECONDS);
          } catch (TimeoutException running) {
            transport.checkHealth();
          }
        }
      } finally {
        call.cancel(true);
      }
    }

    /** The client stops waiting where its thread is interrupted, and the server would work on. */
    private ToolExecutionResult executed(ToolExecutionRequest request) {
      try {
        return client.executeTool(request);
      } catch (RuntimeException failure) {
        if (isInterrupted(failure)) {
          boolean unused = Thread.interrupted(); // the way to the server may heed it, too
          cancelLast(failure);
        }
        throw failure;
      }
    }

    private void cancelLast(RuntimeException failure) {
      try {
        transport.cancelLast();
      } catch (RuntimeException lost) {
        failure.addSuppressed(lost);
      }
    }

    boolean isHealthy() {
      try {
        client.checkHealth();
        return true;
      } catch (RuntimeException unhealthy) {
        return false;
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<ToolSpecification> tools() {
    Connection open = connected();
    try {
      open.client.evictToolListCache();
      return List.copyOf(open.client.listTools());
    } catch (RuntimeException failure) {
      throw isInterrupted(failure) && open.isHealthy()
          ? new ToolSourceLostException(name, failure)
          : lost(open, failure);
    }
  }

  /** A run that is cancelled must not end the connection under the calls of others. */
  private static boolean isInterrupted(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(InterruptedException.class::isInstance);
  }

  @Override
  public String execute(ToolCall call, ToolContext context) throws Exception {
    Connection open = connected();
    try {
      ToolExecutionResult result = open.execute(call.toLangChain4j());
      if (result.isError()) {
        throw new ToolCallException(result.resultText());
      }
      return result.resultText();
    } catch (ExecutionException failure) {
      throw toldOrLost(open, failure);
    } catch (IllegalStateException unhealthy) {
      throw lost(open, unhealthy);
    }
  }

  /** What the server answers is for the model; where it does not answer, it is lost. */
  private RuntimeException toldOrLost(Connection open, ExecutionException failure) {
    Throwable error = Objects.requireNonNull(failure.getCause());
    return error instanceof ToolArgumentsException || isAnswer(open, error)
        ? new ToolCallException(String.valueOf(error.getMessage()))
        : lost(open, failure);
  }

  /**
   * The client makes plain errors of a failing tool, of a reply that is no result and of a failing
   * connection: a ping tells them apart.
   */
  private static boolean isAnswer(Connection open, Throwable error) {
    if (error instanceof ToolExecutionException failed && failed.errorCode() != null) {
      return true;
    }
    Throwable plain = error instanceof ToolExecutionException ? error.getCause() : error;
    return (plain == null || isPlain(plain)) && open.isHealthy();
  }

  private static boolean isPlain(Throwable error) {
    return error.getClass() == RuntimeException.class;
  }

  private synchronized Connection connected() {
    Connection open = connection;
    if (open == null) {
      try {
        open = Connection.open(new ReadableMcpTransport(transports.get()));
      } catch (RuntimeException unreachable) {
        throw new ToolSourceLostException(name, unreachable);
      }
      connection = open;
    }
    return open;
  }

  private synchronized ToolSourceLostException lost(Connection open, Exception cause) {
    if (open.equals(connection)) {
      close();
    }
    return new ToolSourceLostException(name, cause);
  }

  /** Ends the connection; the next call connects anew. */
  @Override
  public synchronized void close() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      open.client.close();
    }
  }
}
