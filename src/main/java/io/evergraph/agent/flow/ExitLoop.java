package io.evergraph.agent.flow;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;

/**
 * Lets a model leave the loop that its agent works in, and no loop around that one: the tool {@code
 * exit_loop} writes {@link #EXIT}. The agent ends its turn, then the loop ends.
 */
public record ExitLoop() implements AgentHook {
  /** Whether the loop is to end. */
  public static final Channel<Boolean> EXIT = Channel.of("loop.exit", Boolean.class).lastWins();

  private static final ToolSpecification SPECIFICATION =
      ToolSpecification.builder()
          .name("exit_loop")
          .description("Ends the repetition: call it when nothing is left to improve.")
          .build();

  @Override
  public List<Channel<?>> channels() {
    return List.of(EXIT);
  }

  @Override
  public Toolset tools() {
    return Toolset.of(
        SPECIFICATION,
        (call, context) -> {
          context.write(StateUpdate.of(EXIT, true));
          return "This was the last repetition.";
        });
  }
}
