package io.evergraph.llm.model;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import io.evergraph.error.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Models by name, such as the beans of an application: a run says in its context by {@value #KEY}
 * which of them its nodes ask.
 *
 * <pre>{@code
 * @Bean
 * Graph support(Map<String, ChatModel> models, Map<String, StreamingChatModel> streaming) {
 *   return ReactAgent.of("support", NamedModels.of(models).and(streaming).source("fast")).build();
 * }
 * }</pre>
 */
public final class NamedModels {
  /** What a run's context names its model by. */
  public static final String KEY = "model";

  private final Map<String, ChatModel> models;

  private NamedModels(Map<String, ChatModel> models) {
    this.models = models;
  }

  /** Returns models that answer at once. */
  public static NamedModels of(Map<String, ? extends ChatModel> models) {
    return new NamedModels(new LinkedHashMap<>(models));
  }

  /**
   * Returns these models and others that answer word by word.
   *
   * @throws IllegalArgumentException when a name is in both
   */
  public NamedModels and(Map<String, ? extends StreamingChatModel> streaming) {
    Map<String, ChatModel> all = new LinkedHashMap<>(models);
    streaming.forEach(
        (name, model) -> {
          if (all.put(name, StreamedModel.of(model)) != null) {
            throw new IllegalArgumentException(
                "Expected models of different names but found '" + name + "' twice.");
          }
        });
    return new NamedModels(all);
  }

  /**
   * Returns the source of the model that a run names, or of another.
   *
   * @param standard the name of the model of runs that name none
   * @throws IllegalArgumentException when there is no model of that name
   */
  public ModelSource source(String standard) {
    if (!models.containsKey(standard)) {
      throw new IllegalArgumentException(
          "Expected one of the models " + models.keySet() + " but found '" + standard + "'.");
    }
    return context -> named(context.runContext().getOrDefault(KEY, standard));
  }

  private ChatModel named(Object name) {
    ChatModel model = models.get(Objects.toString(name));
    if (model == null) {
      throw new InvalidInputException(
          "'" + KEY + "' in the context of the run", "one of " + models.keySet(), "'" + name + "'");
    }
    return model;
  }
}
