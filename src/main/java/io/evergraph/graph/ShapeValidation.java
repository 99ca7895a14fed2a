package io.evergraph.graph;

import io.evergraph.state.StateSchema.Openness;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the mistakes in who sees which channels. */
final class ShapeValidation {
  private final GraphSpec spec;
  private final Set<String> declared;
  private final List<String> problems = new ArrayList<>();

  private ShapeValidation(GraphSpec spec) {
    this.spec = spec;
    this.declared = spec.channels().stream().map(ChannelSpec::name).collect(Collectors.toSet());
  }

  static List<String> problems(GraphSpec spec) {
    ShapeValidation validation = new ShapeValidation(spec);
    validation.check();
    return validation.problems;
  }

  private void check() {
    StateShape shape = spec.shape();
    checkDeclared("the inputs name", shape.inputs());
    checkDeclared("the outputs name", shape.outputs());
    checkDeclared("the hidden channels name", shape.hidden());
    shape.reads().forEach(this::checkReads);
    shape.hidden().stream()
        .filter(channel -> shape.inputs().contains(channel) || shape.outputs().contains(channel))
        .forEach(
            channel ->
                problems.add(
                    "channel '"
                        + channel
                        + "' is hidden and yet an input or output; it can be only one of these"));
  }

  private void checkReads(String node, Collection<String> channels) {
    if (spec.node(node).filter(ActionNode.class::isInstance).isEmpty()) {
      problems.add("reads(...) are declared for '" + node + "', which is no node with an action");
    }
    checkDeclared("node '" + node + "' reads", channels);
  }

  private void checkDeclared(String where, Collection<String> channels) {
    channels.stream()
        .filter(channel -> spec.openness() == Openness.DECLARED_ONLY)
        .filter(channel -> !declared.contains(channel))
        .forEach(
            channel ->
                problems.add(
                    where + " channel '" + channel + "', which is not declared; declare it"));
  }
}
