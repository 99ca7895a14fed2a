package io.evergraph.llm.tool;

import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes one call: what the tool returns, or what the model has to be told, is its result.
 *
 * @param tools those of sources that were asked are among them
 * @param lost why other sources could not be asked, by their names
 */
record ToolRunner(Toolset tools, Map<String, RuntimeException> lost) {
  ToolRunner(Toolset tools) {
    this(tools, Map.of());
  }

  /**
   * Returns the runner of calls of tools that sources may have, which are asked now. A source that
   * cannot be asked is a failure of the calls of its tools, and of no others.
   */
  static ToolRunner asking(Toolset tools, List<String> names) {
    Toolset known = tools;
    Map<String, RuntimeException> lost = new HashMap<>();
    for (String name : names) {
      Optional<String> source = known.sourceOf(name).map(SourcedTools::name);
      if (source.filter(it -> !lost.containsKey(it)).isPresent()) {
        try {
          known = known.nowFor(name);
        } catch (RuntimeException failure) {
          lost.put(source.get(), failure);
        }
      }
    }
    return new ToolRunner(known, Map.copyOf(lost));
  }

  /**
   * Returns a call nobody has decided about, refused where these tools do not take it, and where
   * its source could not be asked and the model is to be told.
   */
  PlannedCall checked(PlannedCall planned, NodeContext context) {
    ToolCall call = planned.asked();
    Optional<RuntimeException> away = lost(call);
    if (away.isEmpty()) {
      return planned.checked(tools);
    }
    context.heartbeat(); // throws where the task is cancelled: nobody is to be told then
    return planned.with(CallDecision.refuse(call, told(call, away.get())));
  }

  /** Fails where the source of a call could not be asked and the model is not to be told. */
  void requireReached(ToolCall call) {
    lost(call).ifPresent(away -> told(call, away));
  }

  private Optional<RuntimeException> lost(ToolCall call) {
    return tools.sourceOf(call.name()).map(it -> lost.get(it.name()));
  }

  /** Returns why a call cannot be made; empty where it can. */
  Optional<String> refusal(ToolCall call) {
    if (tools.executor(call.name()).isEmpty()) {
      return Optional.of(
          "There is no tool '%s'. Use one of these: %s."
              .formatted(call.name(), String.join(", ", tools.known())));
    }
    List<String> problems = tools.arguments(call).misfits();
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(GivenArguments.misfit(call, problems));
  }

  /**
   * Makes a call, as it was decided on.
   *
   * @throws Exception what the tool threw, where the model is not to be told
   */
  Message.Tool result(PlannedCall planned, ToolContext context) throws Exception {
    CallDecision decision = planned.decision();
    return switch (decision.kind()) {
      case REFUSE -> Message.failure(planned.asked(), decision.text());
      case REJECT -> Message.failure(planned.asked(), rejection(decision.text()));
      case RESPOND -> Message.result(planned.asked(), decision.text());
      case MAKE, APPROVE, EDIT, ASK ->
          noted(planned, make(planned.asked(), decision.call(), context));
    };
  }

  /** Returns the result of a call that has failed; empty where the model is not to be told. */
  Optional<Message.Tool> failure(PlannedCall planned, Exception failure) {
    ToolCall call = planned.decision().call();
    return tools
        .errors(call.name())
        .told(call, failure)
        .map(reason -> noted(planned, Message.failure(planned.asked(), reason)));
  }

  private static String rejection(String reason) {
    return "A reviewer rejected this call" + (reason.isBlank() ? "." : ": " + reason);
  }

  /** The model's own call stays in the chat: its result says what ran instead. */
  private static Message.Tool noted(PlannedCall planned, Message.Tool result) {
    CallDecision decision = planned.decision();
    if (decision.kind() != CallDecision.Kind.EDIT) {
      return result;
    }
    ToolCall asked = planned.asked();
    String note =
        "A reviewer changed this call; made was %s %s\n\n"
            .formatted(decision.call().name(), decision.call().arguments());
    return new Message.Tool("", asked.id(), asked.name(), note + result.text(), result.outcome());
  }

  private Message.Tool make(ToolCall asked, ToolCall call, ToolContext context) throws Exception {
    Optional<RuntimeException> away = lost(call);
    Optional<String> refusal = away.isPresent() ? Optional.empty() : refusal(call);
    if (refusal.isPresent()) {
      return Message.failure(asked, refusal.get());
    }
    try {
      if (away.isPresent()) {
        throw away.get();
      }
      return Message.result(asked, executed(call, context));
    } catch (ToolCallException told) {
      return Message.failure(asked, String.valueOf(told.getMessage()));
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failure) {
      context.node().heartbeat(); // throws where the task is cancelled: nobody is to be told then
      return Message.failure(asked, told(call, failure, context));
    }
  }

  private String executed(ToolCall call, ToolContext context) throws Exception {
    ToolExecutor executor = tools.executor(call.name()).orElseThrow();
    return requireText(executor.execute(tools.arguments(call).taken(), context), call);
  }

  private static String requireText(@Nullable String result, ToolCall call) {
    return Objects.requireNonNull(
        result,
        () ->
            "Expected a text from tool '%s' but found null. Let it return \"\" where there is nothing to tell."
                .formatted(call.name()));
  }

  /** What hooks change of results, they change of failures that the model is told. */
  private String told(ToolCall call, Exception failure, ToolContext context) throws Exception {
    String told = told(call, failure);
    for (ToolAround code : tools.aroundCode(call.name())) {
      try {
        told = code.after(call, told, context);
      } catch (ToolCallException refused) {
        told = String.valueOf(refused.getMessage());
      } catch (Exception other) {
        told = told(call, other);
      }
    }
    return told;
  }

  private <E extends Exception> String told(ToolCall call, E failure) throws E {
    return tools.errors(call.name()).told(call, failure).orElseThrow(() -> failure);
  }
}
