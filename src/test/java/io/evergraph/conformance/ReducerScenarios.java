package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Steering;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.Channel;
import io.evergraph.state.Identified;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Removed;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TypeRef;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What other engines' reducers and serializers make of values. */
final class ReducerScenarios {
  private static final ListChannel<Note> NOTES = ListChannel.byId("notes", Note.class);
  private static final Channel<Map<String, Object>> FACTS = Channel.merge("facts");
  private static final Channel<Map<String, List<String>>> SHELF =
      Channel.of("shelf", new TypeRef<Map<String, List<String>>>() {});
  private static final Channel<Parcel> PARCEL = Channel.of("parcel", Parcel.class);
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final Channel<int[]> SIZES = Channel.of("sizes", int[].class);
  private static final Channel<Long> NUMBER = Channel.of("number", Long.class);

  private ReducerScenarios() {}

  /** An element that is found again by its id. */
  record Note(String id, String text) implements Identified {}

  /** Values whose types are lost easily. */
  record Parcel(Duration age, Label label, List<Integer> sizes, Map<String, Long> counts) {
    /** A record in a record. */
    record Label(String text, Optional<String> note) {}
  }

  static void addTo(Catalogue engines) {
    addLists(engines);
    addNotes(engines);
    addMaps(engines);
    addCopies(engines);
    addTypes(engines);
  }

  private static void addLists(Catalogue engines) {
    engines.add(
        "C1",
        stage -> {
          Channel<Integer> steps = Channel.of("steps", Integer.class);
          var graph = stage.graph().channels(steps);
          graph.node("a", context -> Command.update(StateUpdate.of(Map.of("v", "message1"))));
          graph.node(
              "b", context -> Command.update(StateUpdate.of(Map.of("v", List.of("message2")))));
          graph.node(
              "c",
              context ->
                  Command.update(v("message3").with(steps, context.state().get(V).size() + 1)));
          stage.start(edges(graph, "S->a->b->c").build(), v());
        });
    engines.add(
        "C9",
        stage -> {
          ListChannel<String> once = ListChannel.union("once", String.class);
          var graph = stage.graph().channels(once);
          graph.node("a", context -> Command.update(once, "Aa", "BB", "Aa"));
          stage.start(edges(graph, "S->a").build(), StateUpdate.of(once, "BB"));
        });
    engines.add(
        "C11",
        stage -> {
          Graph graph =
              edges(nodes(stage.graph(), "A", "B"), "S->A->B")
                  .breakpoints(Breakpoints.after("A"))
                  .build();
          stage.start(graph, v("initial"));
          stage.run(
              "resume with input",
              () ->
                  stage
                      .runtime()
                      .resume(
                          stage.thread(),
                          TimeOrderedId.next(),
                          List.of(),
                          Steering.update(v("resume"))));
        });
  }

  private static void addNotes(Catalogue engines) {
    engines.add("C2", stage -> stage.start(noting(stage, note(2), removed(2)), v()));
    engines.add(
        "C3", stage -> stage.start(noting(stage, note(2), note(3).and(removed(2)), note(4)), v()));
    engines.add(
        "C6",
        stage -> {
          StateUpdate again = StateUpdate.of(NOTES, new Note("1", "again"));
          stage.start(noting(stage, note(2), again, again.and(note(5))), v());
          Graph emptied = noting(stage, note(2), StateUpdate.overwrite(NOTES, List.of()), note(3));
          stage.onNewThread().start(emptied, v());
        });
  }

  /** A chain that writes the first note and then each of the updates. */
  private static Graph noting(Stage stage, StateUpdate... updates) {
    GraphBuilder graph = stage.graph().channels(NOTES);
    graph.node("n0", context -> Command.update(note(1)));
    StringBuilder chain = new StringBuilder("S->n0");
    for (int index = 1; index <= updates.length; index++) {
      StateUpdate update = updates[index - 1];
      graph.node("n" + index, context -> Command.update(update));
      chain.append("->n").append(index);
    }
    return edges(graph, chain.toString()).build();
  }

  private static StateUpdate note(int number) {
    return StateUpdate.of(NOTES, new Note("" + number, "text" + number));
  }

  private static StateUpdate removed(int number) {
    return StateUpdate.of(Map.of(NOTES.name(), List.of(new Removed("" + number))));
  }

  private static void addMaps(Catalogue engines) {
    engines.add(
        "C5",
        stage -> {
          var graph = stage.graph().channels(FACTS);
          graph.node(
              "a",
              context ->
                  Command.update(FACTS, Map.of("b", 2, "c", 3, "nested", Map.of("new", true))));
          graph.node("b", context -> Command.update(FACTS, null));
          stage.start(
              edges(graph, "S->a->b").build(),
              StateUpdate.of(FACTS, Map.of("a", 1, "b", 1, "nested", Map.of("old", true))));
          var wrong = stage.graph("-wrong").channels(FACTS);
          wrong.node("a", context -> Command.update(StateUpdate.of(Map.of("facts", "text"))));
          stage.onNewThread().start(edges(wrong, "S->a").build(), v());
        });
  }

  private static void addCopies(Catalogue engines) {
    engines.add(
        "C8",
        stage -> {
          var graph = stage.graph().channels(SHELF);
          graph.node("a", context -> Command.update(V, changed(context.state())));
          graph.node("b", context -> Command.update(V, "b " + context.state().get(SHELF)));
          graph.node("c", context -> Command.update(V, "c " + context.state().get(SHELF)));
          stage.start(
              edges(graph, "S->a->c, S->b").build(),
              StateUpdate.of(SHELF, new HashMap<>(Map.of("top", Arrays.asList("book")))));
        });
  }

  private static String changed(State state) {
    try {
      state.get(SHELF).get("top").set(0, "stolen");
      return "a changed its copy";
    } catch (UnsupportedOperationException immutable) {
      return "a could not change it";
    }
  }

  private static void addTypes(Catalogue engines) {
    engines.add("C12", ReducerScenarios::typesOverAPause);
    engines.add(
        "C13",
        stage -> {
          var graph = stage.graph().channels(PARCEL, NUMBER, NOTES);
          graph.node(
              "a",
              context ->
                  Command.update(note(1).with(PARCEL, parcel()).with(NUMBER, Long.MAX_VALUE)));
          Graph built = edges(graph, "S->a").build();
          stage.start(built, v("in"));
          State state = stage.state();
          var codec = stage.runtime().codec();
          StateUpdate back = codec.update(state.values(), built.schema(), "a reader");
          stage.note("same", back.equals(StateUpdate.of(state.values())));
        });
  }

  private static void typesOverAPause(Stage stage) {
    Message call = Message.assistant("", new ToolCall("1", "echo", "{}")).withId("m");
    int[] sizes = {1, 2};
    var graph = stage.graph().channels(PARCEL, NUMBER, CHAT, SIZES);
    graph.node(
        "a",
        context ->
            Command.update(
                StateUpdate.of(PARCEL, parcel())
                    .with(NUMBER, 7L)
                    .with(CHAT, call)
                    .with(SIZES, sizes)));
    graph.node(
        "b",
        context ->
            Command.update(
                V,
                "parcel " + parcel().equals(context.state().get(PARCEL)),
                "number " + context.state().get(NUMBER).getClass().getSimpleName(),
                "chat " + List.of(call).equals(context.state().get(CHAT)),
                "sizes " + Arrays.equals(sizes, context.state().get(SIZES))));
    graph.breakpoints(Breakpoints.before("b"));
    stage.start(edges(graph, "S->a->b").build(), v()).proceed();
    stage.note("kept", stage.state().get(V));
    Channel<TreeMap<String, String>> subclass = Channel.of("sub", new TypeRef<>() {});
    stage.attempt(
        "map subclass",
        () -> edges(nodes(stage.graph("-map"), "a"), "S->a").channels(subclass).build());
  }

  private static Parcel parcel() {
    return new Parcel(
        Duration.ofSeconds(90),
        new Parcel.Label("fragile", Optional.of("glass")),
        List.of(1, 2),
        Map.of("boxes", 3L));
  }
}
