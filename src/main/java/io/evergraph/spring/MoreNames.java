package io.evergraph.spring;

import io.evergraph.graph.BindingRegistry;

/** Adds what a part of Evergraph lets graphs written as data name. */
interface MoreNames {
  void addTo(BindingRegistry names);
}
