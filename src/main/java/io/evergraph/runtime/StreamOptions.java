package io.evergraph.runtime;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What somebody wants to see of a run.
 *
 * @param modes what is shown; none shows only how the run ends
 * @param depth whether the inside of subgraphs is shown
 * @param nodes the nodes whose work is shown; empty shows that of all
 * @param channels the channels that are shown; empty shows all
 * @param from the number of an event that is not after the beginning of the run; 1 is always right
 */
public record StreamOptions(
    Set<StreamMode> modes, Depth depth, Set<String> nodes, Set<String> channels, long from) {
  public StreamOptions {
    modes = Set.copyOf(modes);
    nodes = Set.copyOf(nodes);
    channels = Set.copyOf(channels);
  }

  /** Whether the inside of subgraphs is shown. */
  public enum Depth {
    /** Only the graph itself. */
    GRAPH,
    /** Subgraphs too, each under its namespace. */
    SUBGRAPHS
  }

  /** Returns options that show everything of the graph itself. */
  public static StreamOptions all() {
    return builder().build();
  }

  /** Returns options of the given modes; none shows only how the run ends. */
  public static StreamOptions of(StreamMode... modes) {
    return builder().modes(modes).build();
  }

  /** Returns a builder that shows everything of the graph itself. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns whether a mode is wanted. */
  public boolean has(StreamMode mode) {
    return modes.contains(mode);
  }

  /** Returns whether anything of a namespace is shown. */
  public boolean shows(String namespace) {
    return namespace.isEmpty() || depth == Depth.SUBGRAPHS;
  }

  /** Returns whether the work of a node in a namespace is shown. */
  public boolean shows(String namespace, String node) {
    return shows(namespace) && (nodes.isEmpty() || nodes.contains(node));
  }

  /** Returns whether a channel is to be seen. */
  public boolean showsChannel(String channel) {
    return channels.isEmpty() || channels.contains(channel);
  }

  /** Collects what is wanted. */
  public static final class Builder {
    private Set<StreamMode> modes = EnumSet.allOf(StreamMode.class);
    private Depth depth = Depth.GRAPH;
    private Set<String> nodes = Set.of();
    private Set<String> channels = Set.of();
    private long from = 1;

    private Builder() {}

    /** Sets what is shown. */
    public Builder modes(StreamMode... wanted) {
      return modes(List.of(wanted));
    }

    /** Sets what is shown. */
    public Builder modes(Iterable<StreamMode> wanted) {
      this.modes = EnumSet.noneOf(StreamMode.class);
      wanted.forEach(modes::add);
      return this;
    }

    /** Shows the inside of subgraphs too. */
    public Builder subgraphs() {
      this.depth = Depth.SUBGRAPHS;
      return this;
    }

    /** Shows only the work of these nodes; what the channels hold is shown all the same. */
    public Builder nodes(String... names) {
      this.nodes = Set.of(names);
      return this;
    }

    /** Shows only these channels. */
    public Builder channels(String... names) {
      this.channels = Set.of(names);
      return this;
    }

    /** Sets the number of an event that is not after the beginning of the run, to save reading. */
    public Builder from(long event) {
      this.from = event;
      return this;
    }

    /** Returns the options. */
    public StreamOptions build() {
      return new StreamOptions(modes, depth, nodes, channels, from);
    }
  }
}
