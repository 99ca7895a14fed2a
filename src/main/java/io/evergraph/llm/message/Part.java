package io.evergraph.llm.message;

import io.evergraph.state.Frozen;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A part of what a message holds, in its order: words, media, thoughts, or what a provider adds.
 * Immutable.
 */
public sealed interface Part {
  /** Returns the words of a text as parts: none for an empty text. */
  public static List<Part> of(String text) {
    return text.isEmpty() ? List.of() : List.of(new Text(text));
  }

  /** Returns an image by its address, see {@link Media}. */
  static Media image(String uri) {
    return new Media(Kind.IMAGE, uri, "", "");
  }

  /** Returns a file by its address, see {@link Media}. */
  static Media file(String uri, String type, String name) {
    return new Media(Kind.FILE, uri, type, name);
  }

  /** Returns the words among parts, joined. */
  static String text(List<Part> parts) {
    if (parts.size() == 1) {
      return parts.get(0) instanceof Text only ? only.text() : "";
    }
    StringBuilder all = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof Text words) {
        all.append(words.text());
      }
    }
    return all.toString();
  }

  /**
   * Words.
   *
   * @param text the words
   * @param extras what else LangChain's block says of them, such as {@code annotations}; it stays
   *     in that form
   */
  record Text(String text, Map<String, Object> extras) implements Part {
    public Text {
      Objects.requireNonNull(text, "text");
      extras = Frozen.copyOf(extras);
    }

    /** Makes words of which nothing else is said. */
    public Text(String text) {
      this(text, Map.of());
    }
  }

  /**
   * What a model thought before it spoke.
   *
   * @param text the thoughts, as far as the provider shows them
   * @param signature what the provider wants to get back with them; empty where it signs nothing
   * @param extras what else LangChain's block says of them, as of a {@link Text}
   */
  record Reasoning(String text, String signature, Map<String, Object> extras) implements Part {
    public Reasoning {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(signature, "signature");
      extras = Frozen.copyOf(extras);
    }

    /** Makes thoughts of which nothing else is said. */
    public Reasoning(String text, String signature) {
      this(text, signature, Map.of());
    }
  }

  /**
   * An image, a sound, a film or a file, by reference.
   *
   * @param kind what it is
   * @param uri where it is: an address that the provider reads, {@code file-id:} and the id of a
   *     file that the provider keeps, or {@code data:} with the bytes in Base64 where it is small
   * @param type the media type, such as {@code image/png}; empty where nobody said
   * @param name the name of the file; empty where nobody said
   * @param detail how closely the model looks at it, such as {@code low}, {@code high} or {@code
   *     auto}; empty where nobody said
   * @param extras what else LangChain's block says of it, as of a {@link Text}; {@code
   *     revised_prompt} where a model made an image by other words than it was asked with
   */
  record Media(
      Kind kind, String uri, String type, String name, String detail, Map<String, Object> extras)
      implements Part {
    /** Checks that it says where it is; the type of a {@code data:} address is its own. */
    public Media {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(detail, "detail");
      if (uri.isBlank()) {
        throw new IllegalArgumentException("Expected the address of a medium but found none.");
      }
      if (uri.equals(PartForm.FILE_ID)) {
        throw new IllegalArgumentException(
            "Expected the id of a file after '%s' but found none.".formatted(uri));
      }
      if (uri.startsWith(DataUri.SCHEME)) {
        type = DataUri.of(uri).type();
      } else {
        checkAddress(uri);
      }
      extras = Frozen.copyOf(extras);
    }

    /** An address that no model could be told would park each turn of its thread. */
    private static void checkAddress(String uri) {
      try {
        URI unused = new URI(uri);
      } catch (URISyntaxException misfit) {
        throw new IllegalArgumentException(
            "Expected the address of a medium as a URI but found '%s': %s."
                .formatted(misfit.getInput(), misfit.getReason()),
            misfit);
      }
    }

    /** Makes a medium of which nothing else is said. */
    public Media(Kind kind, String uri, String type, String name, String detail) {
      this(kind, uri, type, name, detail, Map.of());
    }

    /** Makes a medium without saying how closely the model looks at it. */
    public Media(Kind kind, String uri, String type, String name) {
      this(kind, uri, type, name, "");
    }

    /** Returns this medium with how closely the model looks at it; empty leaves it to the model. */
    public Media withDetail(String other) {
      return new Media(kind, uri, type, name, other, extras);
    }

    /** Returns this medium with what else is said of it. */
    public Media withExtras(Map<String, Object> others) {
      return new Media(kind, uri, type, name, detail, others);
    }

    /** Returns a medium of bytes in Base64. */
    public static Media of(Kind kind, String type, String base64, String name) {
      return new Media(kind, new DataUri(type, base64).text(), type, name);
    }
  }

  /**
   * A block of LangChain that is neither words, thoughts nor a medium, as the provider of a model
   * wrote it, such as a call of a tool that the provider runs itself. It stays in that form:
   * LangChain4j and OpenAI's chat completions have no place for it, so that no model is sent it.
   *
   * @param block the fields of the block; {@code type} says what it is
   */
  record NonStandard(Map<String, Object> block) implements Part {
    public NonStandard {
      if (!(block.get("type") instanceof String)) {
        throw new IllegalArgumentException(
            "Expected a block with a type but found one with the fields %s."
                .formatted(block.keySet()));
      }
      block = Frozen.copyOf(block);
    }
  }

  /** What a medium is. */
  enum Kind {
    /** A still picture. */
    IMAGE,
    /** A sound. */
    AUDIO,
    /** A film. */
    VIDEO,
    /** A document. */
    FILE
  }
}
