package io.evergraph.spring;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a user of the library writes. */
@Configuration(proxyBeanMethods = false)
class Graphs {
  static final Channel<String> NAME = Channel.of("name", String.class);
  static final Channel<String> GREETING = Channel.of("greeting", String.class);

  @Bean
  Graph greeting() {
    return Graph.builder("greeting")
        .channels(NAME, GREETING)
        .node("greet", context -> Command.update(GREETING, "Hello, " + context.state().get(NAME)))
        .edge(START, "greet")
        .edge("greet", END)
        .build();
  }

  @Bean
  Graph approval() {
    return Graph.builder("approval")
        .channels(GREETING)
        .node(
            "ask",
            context -> Command.update(GREETING, "" + context.interrupt(Question.of("Really?"))))
        .edge(START, "ask")
        .edge("ask", END)
        .build();
  }
}
