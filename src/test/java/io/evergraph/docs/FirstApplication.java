package io.evergraph.docs;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

// begin application
@SpringBootApplication
public class FirstApplication {
  static final Channel<String> NAME = Channel.of("name", String.class);
  static final Channel<String> GREETING = Channel.of("greeting", String.class);

  @Bean
  Graph greeter() {
    return Graph.builder("greeter")
        .channels(NAME, GREETING)
        .node(
            "ask",
            context -> {
              String name = context.state().get(NAME);
              String word = context.interrupt(Question.asking(String.class, "Greet " + name + "?"));
              return Command.update(GREETING, word + ", " + name + "!");
            })
        .edge(START, "ask")
        .build();
  }

  public static void main(String[] arguments) {
    SpringApplication.run(FirstApplication.class, arguments);
  }
}
// end application
