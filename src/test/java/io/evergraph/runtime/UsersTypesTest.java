package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.pregel.Pregel;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who uses a runtime finds the types beside those of graphs, and never imports the engine. */
class UsersTypesTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        GraphRuntime.class,
        RunHandle.class,
        RunResult.class,
        ParkedTask.class,
        ParkedTasks.class,
        TaskView.class
      })
  void shouldGiveAndTakeNoTypeOfTheEngine(Class<?> ofUsers) {
    List<String> named =
        Stream.of(ofUsers.getMethods())
            .flatMap(UsersTypesTest::types)
            .flatMap(UsersTypesTest::parts)
            .map(Type::getTypeName)
            .toList();

    assertThat(named)
        .isNotEmpty()
        .noneMatch(name -> name.startsWith(Pregel.class.getPackageName() + "."));
  }

  private static Stream<Type> types(Method method) {
    return Stream.concat(
        Stream.of(method.getGenericReturnType()), Stream.of(method.getGenericParameterTypes()));
  }

  private static Stream<Type> parts(Type type) {
    return type instanceof ParameterizedType generic
        ? Stream.concat(
            Stream.of(generic.getRawType()),
            Stream.of(generic.getActualTypeArguments()).flatMap(UsersTypesTest::parts))
        : Stream.of(type);
  }
}
