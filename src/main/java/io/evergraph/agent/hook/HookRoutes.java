package io.evergraph.agent.hook;

import io.evergraph.agent.hook.HookResult.Jump;

/**
 * Where the jumps of a part lead.
 *
 * @param model the node that {@link Jump#MODEL} goes to
 * @param tools the node that makes the calls of the chat's last message
 * @param end the node that ends the turn
 */
record HookRoutes(String model, String tools, String end) {
  String to(Jump jump) {
    return switch (jump) {
      case MODEL -> model;
      case TOOLS -> tools;
      case END -> end;
    };
  }

  String[] all() {
    return new String[] {model, tools, end};
  }
}
