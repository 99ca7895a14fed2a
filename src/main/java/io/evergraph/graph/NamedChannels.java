package io.evergraph.graph;

import io.evergraph.state.Channel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Checks that the channels a graph names are those it declares. */
final class NamedChannels {
  private NamedChannels() {}

  static List<String> problems(Collection<Channel<?>> named, List<Channel<?>> channels) {
    List<String> problems = new ArrayList<>();
    for (Channel<?> use : named) {
      channels.stream()
          .filter(declared -> declared.name().equals(use.name()))
          .filter(declared -> !declared.type().equals(use.type()))
          .map(
              declared ->
                  "channel '%s' is declared as %s but named as %s; use one channel for both"
                      .formatted(
                          use.name(), declared.type().getTypeName(), use.type().getTypeName()))
          .forEach(problems::add);
    }
    return problems;
  }
}
