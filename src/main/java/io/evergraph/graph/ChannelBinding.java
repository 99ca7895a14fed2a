package io.evergraph.graph;

import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Reducer;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Makes channels from their description: types and reducers are looked up by name. */
final class ChannelBinding {
  /** The reducers that take a list as one value; all others take it element by element. */
  private static final Set<String> WHOLE =
      Set.of("replace", "lastWins", "merge", "sum", "min", "max");

  private final BindingRegistry names;
  private final Consumer<String> problems;

  ChannelBinding(BindingRegistry names, Consumer<String> problems) {
    this.names = names;
    this.problems = problems;
  }

  /** Returns one channel for each description; a stand-in for one that has a problem. */
  List<Channel<?>> channels(List<ChannelSpec> specs) {
    return specs.stream().<Channel<?>>map(this::channel).toList();
  }

  private Channel<?> channel(ChannelSpec spec) {
    String where = "channel '" + spec.name() + "'";
    Optional<Type> type = type(spec, where);
    Optional<Reducer> reducer = reducer(spec, where);
    return type.isPresent() && reducer.isPresent()
        ? starting(channel(spec, type.get(), reducer.get()), spec, where)
        : Channel.ofType(spec.name(), Object.class);
  }

  private static Channel<?> channel(ChannelSpec spec, Type type, Reducer reducer) {
    Optional<Type> element =
        WHOLE.contains(reducer.name()) ? Optional.empty() : TypeText.elementOf(type);
    Channel<?> channel =
        element
            .<Channel<?>>map(it -> ListChannel.ofType(spec.name(), it, reducer))
            .orElseGet(() -> Channel.ofType(spec.name(), type).reducedBy(reducer));
    return channel.living(spec.lifetime());
  }

  private <T> Channel<T> starting(Channel<T> channel, ChannelSpec spec, String where) {
    if (spec.initial().isEmpty()) {
      return channel;
    }
    Optional<Object> value = StartValues.typed(channel.type(), spec.initial().get());
    if (value.isEmpty()) {
      problems.accept(
          where
              + " begins with "
              + spec.initial().get()
              + ", from which no "
              + spec.type()
              + " can be made; write a value of that type, or let a node write it");
    }
    return value.map(it -> channel.initially(as(it))).orElse(channel);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // made for the channel's type
  private static <T> T as(Object value) {
    return (T) value;
  }

  private Optional<Reducer> reducer(ChannelSpec spec, String where) {
    BindingRegistry.Found<Reducer> found = names.reducer(spec.reducer());
    if (found.value().isEmpty()) {
      problems.accept(found.unknown(where));
      return Optional.empty();
    }
    String version = found.value().get().version();
    if (!version.equals(spec.reducerVersion())) {
      problems.accept(
          where
              + " names version "
              + spec.reducerVersion()
              + " of the reducer '"
              + spec.reducer()
              + "', but the one known is version "
              + version);
    }
    return found.value();
  }

  private Optional<Type> type(ChannelSpec spec, String where) {
    return spec.schema().isEmpty()
        ? new TypeText(names, problem -> problems.accept(where + problem)).type(spec.type())
        : Optional.of(new JsonType(spec.schema()));
  }
}
