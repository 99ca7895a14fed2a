package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;

/** Plain values as JSON texts, for stores. */
public final class PlainJson {
  /** Databases that know JSON write all digits out, and the exponent as zeros. */
  private static final int LONGEST_NUMBER = 4_000;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNumberLength(LONGEST_NUMBER).build())
                  .build())
          .addModule(
              new SimpleModule()
                  .addSerializer(new PlainDouble())
                  .addDeserializer(Object.class, JsonForms.plainReader()))
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private PlainJson() {}

  /** Returns the text of plain values. */
  public static String text(Map<String, Object> values) {
    try {
      return MAPPER.writeValueAsString(values);
    } catch (JsonProcessingException impossible) {
      throw new IllegalArgumentException("Expected plain values.", impossible);
    }
  }

  /** Returns the values of a text that {@link #text} made; decimals keep their digits. */
  public static Map<String, Object> values(String text) {
    try {
      return MAPPER.readValue(text, FIELDS);
    } catch (JsonProcessingException misfit) {
      throw new IllegalArgumentException("Expected an object in JSON.", misfit);
    }
  }

  /** Databases that know JSON read 1.0E7 as an integer, and 10000000.0 as what it is. */
  private static final class PlainDouble extends StdSerializer<Double> {
    private static final long serialVersionUID = 1;

    PlainDouble() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator json, SerializerProvider unused)
        throws IOException {
      if (Double.isFinite(value) && value != 0) {
        BigDecimal exact = new BigDecimal(value.toString());
        json.writeNumber(exact.setScale(Math.max(1, exact.scale())).toPlainString());
      } else {
        json.writeNumber(value);
      }
    }
  }
}
