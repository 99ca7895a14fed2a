package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphChangedException;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a search shows when a thread cannot be read. */
class ThreadSearchTest {
  private static final ThreadId WHOLE = ThreadId.of("whole");
  private static final ThreadId BROKEN = ThreadId.of("broken");
  private static final MetadataFilter ANY = new MetadataFilter(Map.of(), Set.of());

  private final GraphRuntime runtime = InMemoryRuntime.of(SampleGraphs.chain());

  @BeforeEach
  void createThreads() {
    runtime.create(WHOLE, Map.of());
    runtime.create(BROKEN, Map.of());
  }

  @AfterEach
  void closeRuntime() {
    runtime.close();
  }

  static List<GraphException> nothingToShow() {
    return List.of(
        new StateMissingException(BROKEN.value(), 0, "its blob is not there"),
        new ThreadEndedException(BROKEN.value()),
        new UnknownGraphException("retired", List.of("chain")),
        new GraphChangedException(BROKEN.value(), "chain", "1", "was", "is"),
        new InvalidValueException("channel 'value'", "a text", "3"),
        RuntimeUnavailableException.ofThread("the server", BROKEN.value(), "it is stuck"),
        BlobUnavailableException.lost("hash", "no such file"));
  }

  @ParameterizedTest
  @MethodSource("nothingToShow")
  void shouldShowTheOthersWhereOneThreadHasNothingToShow(GraphException why) {
    assertThat(found(why)).extracting(ThreadSnapshot::thread).containsExactly(WHOLE);
  }

  @Test
  void shouldFailWhereTheRuntimeCannotBeReached() {
    RuntimeUnavailableException away = new RuntimeUnavailableException("the server", "no answer");

    assertThatThrownBy(() -> found(away)).isSameAs(away);
  }

  @Test
  void shouldFailWhereManyThreadsDoNotAnswer() {
    GraphException silent =
        RuntimeUnavailableException.ofThread("the server", BROKEN.value(), "it is stuck");
    List<ThreadId> many = Collections.nCopies(ThreadSearch.MOST_SILENT + 1, BROKEN);
    ThreadQuery all = new ThreadQuery(null, null, ThreadSearch.MOST);

    assertThatThrownBy(() -> new ThreadSearch(many, all, ANY).in(failing(silent)).toList())
        .isSameAs(silent);
  }

  private List<ThreadSnapshot> found(GraphException why) {
    ThreadQuery all = new ThreadQuery(null, null, ThreadSearch.MOST);
    return new ThreadSearch(List.of(BROKEN, WHOLE), all, ANY).in(failing(why)).toList();
  }

  /** Returns the runtime as one that cannot read one thread. */
  private GraphRuntime failing(GraphException why) {
    return (GraphRuntime)
        Proxy.newProxyInstance(
            GraphRuntime.class.getClassLoader(),
            new Class<?>[] {GraphRuntime.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("snapshot") && arguments[0].equals(BROKEN)) {
                throw why;
              }
              try {
                return method.invoke(runtime, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }
}
