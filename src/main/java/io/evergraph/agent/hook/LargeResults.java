package io.evergraph.agent.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps large results of tools in a store: the chat holds their head, their tail and a name, by
 * which the model reads the rest with the tool {@code read_result}. Immutable.
 *
 * @param store the store, the same for all workers
 * @param tokens from how many tokens on, estimated at four characters each
 */
public record LargeResults(BlobStore store, int tokens) implements AgentHook {
  private static final int DEFAULT_TOKENS = 20_000;
  private static final int SHOWN = 2_000;
  private static final int PAGE = 20_000;
  private static final String TOOL = "read_result";
  private static final String NAME = "name";
  private static final String OFFSET = "offset";
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{64})-([0-9]{1,18})");

  private static final ToolSpecification SPECIFICATION =
      ToolSpecification.builder()
          .name(TOOL)
          .description("Reads " + PAGE + " characters of a result that was too large for the chat.")
          .parameters(
              JsonObjectSchema.builder()
                  .addStringProperty(NAME, "the name of the result, as the chat has it")
                  .addIntegerProperty(OFFSET, "the first character to read, from 0")
                  .required(NAME, OFFSET)
                  .build())
          .build();

  public LargeResults {
    Objects.requireNonNull(store, "store");
    if (tokens * (long) TokenEstimate.CHARACTERS < 2L * SHOWN) {
      throw new IllegalArgumentException(
          "Expected a limit of at least %d tokens but found %d."
              .formatted(2 * SHOWN / TokenEstimate.CHARACTERS, tokens));
    }
  }

  /** Returns a hook that keeps results of more than 20,000 tokens in a store. */
  public static LargeResults in(BlobStore store) {
    return new LargeResults(store, DEFAULT_TOKENS);
  }

  /** Returns this hook for results of more tokens than this. */
  public LargeResults over(int limit) {
    return new LargeResults(store, limit);
  }

  @Override
  public Toolset tools() {
    return Toolset.of(SPECIFICATION, (call, context) -> read(call));
  }

  @Override
  public String afterTool(ToolCall call, String result, HookContext context) {
    return call.name().equals(TOOL) || result.length() <= tokens * (long) TokenEstimate.CHARACTERS
        ? result
        : kept(result);
  }

  private String kept(String result) {
    BlobReference kept = store.put(result.getBytes(UTF_8));
    int tail = result.length() - SHOWN;
    return "%s\n\n[%d characters are left out. Read them with %s, name '%s-%d', offset %d.]\n\n%s"
        .formatted(
            result.substring(0, SHOWN),
            tail - SHOWN,
            TOOL,
            kept.hash(),
            kept.size(),
            SHOWN,
            result.substring(tail));
  }

  private String read(ToolCall call) {
    String name = call.text(NAME);
    Matcher form = FORM.matcher(name);
    if (!form.matches()) {
      throw new ToolCallException("There is no result '" + name + "'.");
    }
    String result = content(new BlobReference(form.group(1), Long.parseLong(form.group(2))));
    int from = (int) Math.min(Math.max(0, call.number(OFFSET)), result.length());
    return result.substring(from, Math.min(result.length(), from + PAGE));
  }

  private String content(BlobReference kept) {
    try {
      return new String(store.get(kept), UTF_8);
    } catch (BlobUnavailableException gone) {
      if (gone.isPassing()) {
        throw gone;
      }
      throw new ToolCallException("The result is not there any more.");
    }
  }
}
