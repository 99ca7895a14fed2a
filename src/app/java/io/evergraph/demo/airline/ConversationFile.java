package io.evergraph.demo.airline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads files of recorded conversations: UTF-8, one JSON object a line, blank lines ignored.
 *
 * <p>Each object has an {@code id} (text, unique in the file), {@code messages} in the OpenAI
 * format (roles {@code system} and {@code developer} only at the beginning, where they are left
 * out; {@code user}, {@code assistant} with optional {@code tool_calls}; {@code tool} with {@code
 * tool_call_id}), and optionally a {@code reward} (number). Other fields are ignored. Whether the
 * messages make sense in their order is not checked here: replaying them tells.
 */
public final class ConversationFile {

  private ConversationFile() {}

  /**
   * Reads a file.
   *
   * @return the conversations in the order of the file, at least one
   * @throws ConversationFormatException if a line is no conversation, an id comes twice, or there
   *     is no conversation
   */
  public static List<Conversation> read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(file.toString(), in);
    }
  }

  /**
   * Reads a resource of the class path.
   *
   * @param name the resource, without a leading slash, such as {@code airline/demo.jsonl}
   */
  public static List<Conversation> resource(String name) throws IOException {
    try (InputStream in = ConversationFile.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new FileNotFoundException("There is no resource " + name + " on the class path");
      }
      return read(name, in);
    }
  }

  private static List<Conversation> read(String source, InputStream in) throws IOException {
    // Bytes pass through as Latin-1: the JSON parser decodes each line and so the line with broken
    // UTF-8 is known.
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, ISO_8859_1));
    Map<String, Integer> lineOfId = new LinkedHashMap<>();
    List<Conversation> conversations = new ArrayList<>();
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (!line.isBlank()) {
        Conversation conversation = conversation(source, number, line);
        refuseSecond(source, number, conversation.id(), lineOfId);
        conversations.add(conversation);
      }
    }
    return refuseNone(source, number, conversations);
  }

  private static Conversation conversation(String source, int number, String line) {
    try {
      JsonFields fields = JsonFields.parse(line.getBytes(ISO_8859_1));
      return new Conversation(
          fields.text("id"), fields.optionalNumber("reward"), OpenAiMessages.read(fields));
    } catch (MalformedJsonException e) {
      throw new ConversationFormatException(source, number, e.describe());
    } catch (IllegalArgumentException e) {
      throw new ConversationFormatException(source, number, Objects.toString(e.getMessage()));
    }
  }

  private static void refuseSecond(
      String source, int number, String id, Map<String, Integer> lineOfId) {
    Integer first = lineOfId.putIfAbsent(id, number);
    if (first != null) {
      throw new ConversationFormatException(
          source,
          number,
          "id " + id + " is already taken by line " + first + ": give every conversation its own");
    }
  }

  private static List<Conversation> refuseNone(String source, int lines, List<Conversation> found) {
    if (found.isEmpty()) {
      throw new ConversationFormatException(
          source,
          lines + 1,
          "expected at least one conversation as a JSON object on a line, found none");
    }
    return List.copyOf(found);
  }
}
