package io.evergraph.backend;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.List;

/** Texts mean the same when they have the same letters. */
final class LetterModel implements EmbeddingModel {
  private static final int LETTERS = 26;

  @Override
  public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
    return Response.from(texts.stream().map(text -> letters(text.text())).toList());
  }

  private static Embedding letters(String text) {
    float[] counts = new float[LETTERS];
    text.chars().filter(it -> it >= 'a' && it <= 'z').forEach(it -> counts[it - 'a']++);
    return Embedding.from(counts);
  }
}
