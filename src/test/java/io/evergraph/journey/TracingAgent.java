package io.evergraph.journey;

import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.isSynthetic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Has methods of the product say when they are entered and left: those that carry a request or a
 * task, and the engine's own. What they ask of the pure ranks, the codec and the payloads is read
 * elsewhere.
 */
final class TracingAgent {
  private static final String ENGINE = "io.evergraph.pregel.Pregel";
  private static final List<String> CARRIERS =
      List.of("io.evergraph.runtime.", "io.evergraph.temporal.", "io.evergraph.server.");
  private static final List<String> OTHERS =
      List.of(
          "io.evergraph.runtime.codec.",
          "io.evergraph.temporal.payload.",
          "io.evergraph.server.TestServer");

  private TracingAgent() {}

  static void install() {
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .type((type, loader, module, redefined, domain) -> isTraced(type.getName()))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(Advice.to(Tracing.class).on(steps())))
        .installOn(ByteBuddyAgent.install());
  }

  private static boolean isTraced(String type) {
    return type.equals(ENGINE)
        || CARRIERS.stream().anyMatch(type::startsWith)
            && OTHERS.stream().noneMatch(type::startsWith);
  }

  /** Constructors, lambdas, accessors and what every object has are no steps. */
  private static ElementMatcher<MethodDescription> steps() {
    return isMethod()
        .and(not(isSynthetic()))
        .and(not(named("toString").or(named("equals")).or(named("hashCode"))))
        .and(method -> !isAccessor(method));
  }

  /** A method without arguments that is named like a field of its class. */
  private static boolean isAccessor(MethodDescription method) {
    return method.getParameters().isEmpty()
        && !method.getDeclaringType().getDeclaredFields().filter(named(method.getName())).isEmpty();
  }

  /** What is put around each method. */
  static final class Tracing {
    private Tracing() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Origin("#t.#m") String method) {
      MethodTrace.enter(method);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void leave(
        @Advice.Origin("#t.#m") String method,
        @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object returned) {
      MethodTrace.leave(method, returned);
    }
  }
}
