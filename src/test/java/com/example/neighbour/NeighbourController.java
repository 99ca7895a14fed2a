package com.example.neighbour;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A page of an application that has nothing to do with graphs. */
@RestController
public class NeighbourController {
  /** Fails in a way of its own. */
  @GetMapping("/neighbour")
  public String fail() {
    throw new IllegalStateException("a fault of its own");
  }
}
