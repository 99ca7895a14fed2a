package io.evergraph.agent.hook;

import io.evergraph.graph.ContentHash;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Rewording;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.PieceFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Keeps personal data out of chats. Without a place it looks at what users say; what it replaces is
 * in no checkpoint, event or stream. Immutable.
 *
 * <p>What users say is looked at where it is submitted, by Java or REST, before it is recorded
 * anywhere. Answers are held back from those who watch them until it is certain that nothing in
 * them is to be replaced; where it blocks, to the end.
 *
 * <pre>{@code
 * Pii.of(PiiKind.EMAIL, PiiKind.CREDIT_CARD).mask().onInput().onOutput()
 * }</pre>
 *
 * @param kinds what is looked for
 * @param handling what becomes of it
 * @param places where it is looked for; empty stands for what users say
 */
public record Pii(Set<PiiKind> kinds, Handling handling, Set<Place> places) implements AgentHook {
  private static final int HASH_DIGITS = 8;

  /** What becomes of personal data. */
  public enum Handling {
    /** {@link PiiFoundException}: an input is refused, a run parks. */
    BLOCK,
    /** {@code [REDACTED_EMAIL]}. */
    REDACT,
    /** {@code ****-****-****-1111}. */
    MASK,
    /** {@code <email_hash:6f2a0c11>}: the same for the same data. */
    HASH
  }

  /** Where personal data is looked for. */
  public enum Place {
    /** What users say. */
    INPUT,
    /** What the model says, and the arguments of its calls. */
    OUTPUT,
    /** What tools return. */
    TOOL_RESULTS
  }

  public Pii {
    kinds = Set.copyOf(kinds);
    Objects.requireNonNull(handling, "handling");
    places = Set.copyOf(places);
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("Expected at least one kind of personal data.");
    }
  }

  /** Returns a hook that redacts some kinds of data in what users say. */
  public static Pii of(PiiKind... kinds) {
    return new Pii(Set.copyOf(Arrays.asList(kinds)), Handling.REDACT, Set.of());
  }

  /** Returns this hook refusing texts with such data. */
  public Pii block() {
    return new Pii(kinds, Handling.BLOCK, places);
  }

  /** Returns this hook putting the name of its kind in place of such data. */
  public Pii redact() {
    return new Pii(kinds, Handling.REDACT, places);
  }

  /** Returns this hook showing the end of such data only. */
  public Pii mask() {
    return new Pii(kinds, Handling.MASK, places);
  }

  /** Returns this hook putting a hash in place of such data. */
  public Pii hash() {
    return new Pii(kinds, Handling.HASH, places);
  }

  /** Returns this hook looking at what users say, too. */
  public Pii onInput() {
    return on(Place.INPUT);
  }

  /** Returns this hook looking at what the model says and calls, too. */
  public Pii onOutput() {
    return on(Place.OUTPUT);
  }

  /** Returns this hook looking at what tools return, too. */
  public Pii onToolResults() {
    return on(Place.TOOL_RESULTS);
  }

  private Pii on(Place place) {
    Set<Place> more = EnumSet.of(place);
    more.addAll(places);
    return new Pii(kinds, handling, more);
  }

  private boolean looksAt(Place place) {
    return places.contains(place) || (places.isEmpty() && place == Place.INPUT);
  }

  /** Several may be in one agent. */
  @Override
  public String name() {
    List<String> names = new ArrayList<>(List.of("pii"));
    kinds.stream().sorted().forEach(kind -> names.add(kind.name().toLowerCase(Locale.ROOT)));
    return String.join("_", names);
  }

  @Override
  public Message input(Message message) {
    return looksAt(Place.INPUT) && message instanceof Message.User
        ? rewording("what a user says").of(message)
        : message;
  }

  @Override
  public Message.Assistant aroundModel(
      ModelRequest request, HookContext context, ModelAround.Next model) {
    if (!looksAt(Place.OUTPUT)) {
      return model.ask(request);
    }
    Supplier<PieceFilter> filter =
        () -> handling == Handling.BLOCK ? new Silence() : new PiiFilter(this::replaced);
    return rewording("what the model says").of(model.ask(request.withFilter(filter)));
  }

  @Override
  public String afterTool(ToolCall call, String told, HookContext context) {
    return looksAt(Place.TOOL_RESULTS) ? words(told, "the result of '" + call.name() + "'") : told;
  }

  private Rewording rewording(String place) {
    return new Rewording(text -> words(text, place));
  }

  private String words(String text, String place) {
    if (handling == Handling.BLOCK) {
      kinds.stream()
          .filter(kind -> kind.isIn(text))
          .findFirst()
          .ifPresent(
              kind -> {
                throw new PiiFoundException(kind, place);
              });
    }
    return replaced(text);
  }

  private String replaced(String text) {
    String words = text;
    for (PiiKind kind : kinds.stream().sorted(Comparator.reverseOrder()).toList()) {
      words = kind.replaced(words, found -> instead(kind, found));
    }
    return words;
  }

  private String instead(PiiKind kind, String found) {
    return switch (handling) {
      case BLOCK -> found;
      case REDACT -> "[REDACTED_" + kind + "]";
      case MASK -> kind.masked(found);
      case HASH ->
          "<%s_hash:%s>"
              .formatted(
                  kind.name().toLowerCase(Locale.ROOT),
                  ContentHash.hex(found).substring(0, HASH_DIGITS));
    };
  }

  /** Shows nothing: an answer that may yet be blocked is not for watchers. */
  private static final class Silence implements PieceFilter {
    @Override
    public String piece(String text) {
      return "";
    }

    @Override
    public String rest() {
      return "";
    }
  }
}
