package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.codec.StateCodec;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EmbeddedTemporalTest {

  /** The library of the server is optional: an application has it only when it asks for it. */
  @Test
  void shouldNameTheLibraryThatIsMissing() throws Exception {
    Method start =
        new WithoutServer()
            .loadClass(EmbeddedTemporal.class.getName())
            .getMethod("start", StateCodec.class);

    assertThatThrownBy(() -> start.invoke(null, (Object) null))
        .cause()
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("io.temporal:temporal-testing");
  }

  /** The class path of an application without the library. */
  private static final class WithoutServer extends ClassLoader {
    WithoutServer() {
      super(EmbeddedTemporalTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.temporal.testing.")) {
        throw new ClassNotFoundException(name);
      }
      return name.equals(EmbeddedTemporal.class.getName())
          ? define(name)
          : super.loadClass(name, resolve);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file =
          EmbeddedTemporal.class.getResourceAsStream("EmbeddedTemporal.class")) {
        byte[] code = Objects.requireNonNull(file).readAllBytes();
        return defineClass(name, code, 0, code.length);
      } catch (IOException failure) {
        throw new ClassNotFoundException(name, failure);
      }
    }
  }
}
