package io.evergraph.temporal.payload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BinaryNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Makes large JSON small: zlib's form of it, as text in Base64. What is an object stays as it is.
 */
public final class CompressedJson {
  private CompressedJson() {}

  public static JsonNode pack(JsonNode tree, ObjectMapper mapper) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (OutputStream out = new DeflaterOutputStream(packed, fast)) {
      mapper.writeValue(out, tree);
    } catch (IOException impossible) {
      throw new IllegalStateException("Expected a tree to have a JSON form.", impossible);
    } finally {
      fast.end();
    }
    return BinaryNode.valueOf(packed.toByteArray());
  }

  public static JsonNode unpack(JsonNode tree, ObjectMapper mapper) {
    if (tree.isObject()) {
      return tree;
    }
    try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(tree.binaryValue()))) {
      return mapper.readTree(in);
    } catch (IOException misfit) {
      throw new IllegalStateException("Expected the packed form of a tree.", misfit);
    }
  }
}
