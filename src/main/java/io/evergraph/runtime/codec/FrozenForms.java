package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.jsontype.TypeDeserializer;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads lists, sets and maps as ones that nobody can change: those that stand alone, and those in
 * records. Objects of other classes keep theirs to themselves, and are copied as a whole.
 */
final class FrozenForms extends SimpleDeserializers {
  private static final long serialVersionUID = 1L;

  static Module module() {
    SimpleModule module = new SimpleModule("evergraph-frozen");
    module.setDeserializers(new FrozenForms());
    module.setDeserializerModifier(new Records());
    return module;
  }

  /** Returns whether what is read is held by an object that may change it. */
  static boolean isInObject(@Nullable BeanProperty property) {
    return property != null
        && property.getMember() != null
        && !property.getMember().getDeclaringClass().isRecord();
  }

  static Object frozen(Object collection) {
    if (collection instanceof List<?> list) {
      return Collections.unmodifiableList(list);
    }
    return collection instanceof Set<?> set
        ? Collections.unmodifiableSet(set)
        : Collections.unmodifiableMap((Map<?, ?>) collection);
  }

  @Override
  public @Nullable JsonDeserializer<?> findCollectionDeserializer(
      CollectionType type,
      DeserializationConfig config,
      BeanDescription description,
      @Nullable TypeDeserializer typeOfElements,
      @Nullable JsonDeserializer<?> elements)
      throws JsonMappingException {
    TypeFactory types = config.getTypeFactory();
    Class<?> raw = type.getRawClass();
    if (raw == List.class || raw == Collection.class) {
      JavaType read = types.constructCollectionType(ArrayList.class, type.getContentType());
      return new Freezing(new Freeze(read, type));
    }
    if (raw == Set.class) {
      JavaType read = types.constructCollectionType(LinkedHashSet.class, type.getContentType());
      return new Freezing(new Freeze(read, type));
    }
    return super.findCollectionDeserializer(type, config, description, typeOfElements, elements);
  }

  @Override
  public @Nullable JsonDeserializer<?> findMapDeserializer(
      MapType type,
      DeserializationConfig config,
      BeanDescription description,
      @Nullable KeyDeserializer keys,
      @Nullable TypeDeserializer typeOfValues,
      @Nullable JsonDeserializer<?> values)
      throws JsonMappingException {
    if (type.getRawClass() == Map.class) {
      JavaType read =
          config
              .getTypeFactory()
              .constructMapType(LinkedHashMap.class, type.getKeyType(), type.getContentType());
      return new Freezing(new Freeze(read, type));
    }
    return super.findMapDeserializer(type, config, description, keys, typeOfValues, values);
  }

  private record Freeze(JavaType read, JavaType declared) implements Converter<Object, Object> {
    @Override
    public Object convert(Object value) {
      return frozen(value);
    }

    @Override
    public JavaType getInputType(TypeFactory types) {
      return read;
    }

    @Override
    public JavaType getOutputType(TypeFactory types) {
      return declared;
    }
  }

  private static final class Freezing extends StdDelegatingDeserializer<Object> {
    private static final long serialVersionUID = 1L;

    Freezing(Converter<Object, Object> freeze) {
      super(freeze);
    }

    private Freezing(
        Converter<Object, Object> freeze, JavaType read, JsonDeserializer<?> deserializer) {
      super(freeze, read, deserializer);
    }

    @Override
    protected StdDelegatingDeserializer<Object> withDelegate(
        Converter<Object, Object> freeze, JavaType read, JsonDeserializer<?> deserializer) {
      return new Freezing(freeze, read, deserializer);
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property)
        throws JsonMappingException {
      return isInObject(property)
          ? context.findContextualValueDeserializer(
              _converter.getInputType(context.getTypeFactory()), property)
          : super.createContextual(context, property);
    }
  }

  /**
   * A record may copy what it is given into collections that can be changed: that is noted of those
   * that may be shared.
   */
  private static final class Records extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> modifyDeserializer(
        DeserializationConfig config, BeanDescription type, JsonDeserializer<?> deserializer) {
      Class<?> read = type.getBeanClass();
      return Immutables.holdsCollections(read) && Immutables.isShareable(read)
          ? new RecordReader(deserializer)
          : deserializer;
    }
  }

  private static final class RecordReader extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    RecordReader(JsonDeserializer<?> fields) {
      super(fields);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> fields) {
      return new RecordReader(fields);
    }

    @Override
    public @Nullable Object deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      Object value = super.deserialize(parser, context);
      Immutables.note(value);
      return value;
    }
  }
}
