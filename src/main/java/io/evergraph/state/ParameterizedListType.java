package io.evergraph.state;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;

/** The type {@code List<element>}, built at run time from the element's type. */
record ParameterizedListType(Type element) implements ParameterizedType {

  @Override
  public Type[] getActualTypeArguments() {
    return new Type[] {element};
  }

  @Override
  public Type getRawType() {
    return List.class;
  }

  @Override
  public Type getOwnerType() {
    return List.class;
  }

  @Override
  public String getTypeName() {
    return "List<" + element.getTypeName() + ">";
  }
}
