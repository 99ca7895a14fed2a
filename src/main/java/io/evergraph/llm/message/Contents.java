package io.evergraph.llm.message;

import dev.langchain4j.data.audio.Audio;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AudioContent;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.ImageContent.DetailLevel;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.VideoContent;
import dev.langchain4j.data.pdf.PdfFile;
import dev.langchain4j.data.video.Video;
import io.evergraph.llm.message.Part.Kind;
import io.evergraph.llm.message.Part.Media;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Translates parts of messages to LangChain4j's contents and back. They have no place for the name
 * of a file; their files are PDF documents. An image there always says how closely to look at it:
 * {@code AUTO} where nobody said, or where it has no such word.
 */
final class Contents {
  private static final String REVISED_PROMPT = "revised_prompt";

  private Contents() {}

  /** A message without words is one with an empty text: LangChain4j wants at least one content. */
  static List<Content> of(List<Part> parts) {
    List<Content> contents = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Part.Text text) {
        contents.add(TextContent.from(text.text()));
      } else if (part instanceof Media media) {
        contents.add(of(media));
      }
    }
    return contents.isEmpty() ? List.of(TextContent.from("")) : contents;
  }

  private static Content of(Media media) {
    boolean isHere = media.uri().startsWith(DataUri.SCHEME);
    URI url = isHere ? null : URI.create(media.uri());
    String bytes = isHere ? DataUri.of(media.uri()).base64() : null;
    String type = media.type().isEmpty() ? null : media.type();
    return switch (media.kind()) {
      case IMAGE ->
          ImageContent.from(
              Image.builder()
                  .url(url)
                  .base64Data(bytes)
                  .mimeType(type)
                  .revisedPrompt(
                      media.extras().get(REVISED_PROMPT) instanceof String words ? words : null)
                  .build(),
              level(media.detail()));
      case AUDIO ->
          AudioContent.from(Audio.builder().url(url).base64Data(bytes).mimeType(type).build());
      case VIDEO ->
          VideoContent.from(Video.builder().url(url).base64Data(bytes).mimeType(type).build());
      case FILE ->
          PdfFileContent.from(PdfFile.builder().url(url).base64Data(bytes).mimeType(type).build());
    };
  }

  private static DetailLevel level(String detail) {
    return Arrays.stream(DetailLevel.values())
        .filter(level -> word(level).equals(detail))
        .findFirst()
        .orElse(DetailLevel.AUTO);
  }

  private static String word(DetailLevel level) {
    return level == DetailLevel.AUTO ? "" : level.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the picture that a part is, where it is one. */
  static Optional<Image> picture(Part part) {
    return part instanceof Media media && media.kind() == Kind.IMAGE
        ? Optional.of(((ImageContent) of(media)).image())
        : Optional.empty();
  }

  /** Returns the pictures that a model made as parts. */
  static List<Media> pictures(List<Image> pictures) {
    return pictures.stream().map(Contents::picture).toList();
  }

  private static Media picture(Image it) {
    Media media = media(Kind.IMAGE, it.url(), it.base64Data(), it.mimeType());
    return it.revisedPrompt() == null
        ? media
        : media.withExtras(Map.of(REVISED_PROMPT, it.revisedPrompt()));
  }

  static List<Part> from(List<Content> contents) {
    if (contents.size() == 1 && contents.get(0) instanceof TextContent text) {
      return Part.of(text.text());
    }
    return contents.stream().map(Contents::from).toList();
  }

  private static Part from(Content content) {
    if (content instanceof ImageContent it) {
      return picture(it.image()).withDetail(word(it.detailLevel()));
    }
    if (content instanceof AudioContent it) {
      Audio audio = it.audio();
      byte[] binary = audio.binaryData();
      String bytes =
          binary == null ? audio.base64Data() : Base64.getEncoder().encodeToString(binary);
      return media(Kind.AUDIO, audio.url(), bytes, audio.mimeType());
    }
    if (content instanceof VideoContent it) {
      Video video = it.video();
      return media(Kind.VIDEO, video.url(), video.base64Data(), video.mimeType());
    }
    if (content instanceof PdfFileContent it) {
      PdfFile file = it.pdfFile();
      return media(Kind.FILE, file.url(), file.base64Data(), file.mimeType());
    }
    return new Part.Text(((TextContent) content).text());
  }

  private static Media media(
      Kind kind, @Nullable URI url, @Nullable String bytes, @Nullable String type) {
    String named = type == null ? "" : type;
    return url == null
        ? Media.of(kind, named, bytes == null ? "" : bytes, "")
        : new Media(kind, url.toString(), named, "");
  }
}
