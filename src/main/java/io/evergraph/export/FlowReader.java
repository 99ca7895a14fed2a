package io.evergraph.export;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.Condition;
import io.evergraph.graph.FlowFields;
import io.evergraph.graph.Graph;
import io.evergraph.state.Channel;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads what a kind of flow asks for, and notes what does not fit.
 *
 * @param at the place in the text
 * @param usual the field that a plain text stands for; empty where none does
 */
record FlowReader(SpecReader at, String usual) implements FlowFields {
  FlowReader(SpecReader at) {
    this(at, "");
  }

  @Override
  public String name() {
    return text("name").orElse("");
  }

  @Override
  public String place() {
    return at.place();
  }

  private SpecReader of(String field) {
    return at.tree().isTextual() && field.equals(usual) ? at : at.at(field);
  }

  private <T> Optional<T> read(String field, Function<SpecReader, T> form) {
    SpecReader value = of(field);
    if (value.tree().isMissingNode()) {
      return Optional.empty();
    }
    try {
      return Optional.of(form.apply(value));
    } catch (InvalidGraphException invalid) {
      invalid.problems().forEach(it -> at.flows().problem(value.place(), it));
      return Optional.empty();
    } catch (InvalidInputException misfit) {
      value.markRead();
      at.flows()
          .problem(
              value.place(), "expected %s; found %s".formatted(misfit.expected(), misfit.found()));
      return Optional.empty();
    }
  }

  @Override
  public boolean has(String field) {
    return !of(field).tree().isMissingNode();
  }

  @Override
  public Optional<String> text(String field) {
    return read(field, SpecReader::text);
  }

  @Override
  public Optional<Integer> number(String field) {
    return read(field, SpecReader::number);
  }

  @Override
  public boolean flag(String field) {
    return read(field, SpecReader::flag).orElse(false);
  }

  @Override
  public <T> Optional<T> named(String field, Class<T> type) {
    return text(field).flatMap(it -> at.flows().named(of(field), type, it));
  }

  @Override
  public Optional<Graph> graph(String field) {
    int before = at.flows().problems().size();
    return read(field, this::graph).filter(it -> at.flows().problems().size() == before);
  }

  private Graph graph(SpecReader value) {
    return value.tree().isTextual() || value.tree().has("kind")
        ? at.flows().graph(value)
        : Graph.of(value.graph(), at.flows().names(), at.flows().graphs());
  }

  @Override
  public Optional<Condition> condition(String field) {
    return of(field).tree().isObject()
        ? part(field, "").flatMap(FlowReader::equal)
        : named(field, Condition.class);
  }

  private static Optional<Condition> equal(FlowFields part) {
    Optional<String> channel = part.text("channel");
    Optional<String> value = part.text("equals");
    if (channel.isEmpty() || value.isEmpty()) {
      part.problem("a condition is a name, or has channel and equals; add what is missing");
    }
    return channel.flatMap(it -> value.map(text -> Condition.equal(it, text)));
  }

  @Override
  public List<Channel<?>> channels(String field) {
    List<ChannelSpec> specs =
        read(field, any -> at.list(field, SpecReader::channel)).orElse(List.of());
    return at.flows().names().channels(specs, it -> at.flows().problem(of(field).place(), it));
  }

  @Override
  public Optional<FlowFields> part(String field, String plain) {
    return read(field, it -> element(it, plain));
  }

  private static FlowFields element(SpecReader element, String plain) {
    boolean fits = !plain.isEmpty() && element.tree().isTextual();
    if (!fits && !element.tree().isObject()) {
      throw element.misfit(plain.isEmpty() ? "fields" : "text, or fields such as " + plain);
    }
    return new FlowReader(element, plain);
  }

  @Override
  public List<FlowFields> parts(String field, String plain) {
    return read(field, any -> at.list(field, it -> element(it, plain))).orElse(List.of());
  }

  @Override
  public void problem(String problem) {
    at.flows().problem(place(), problem);
  }
}
