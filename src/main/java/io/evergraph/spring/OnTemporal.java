package io.evergraph.spring;

import io.evergraph.spring.EvergraphProperties.RuntimeChoice;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches where graphs run on Temporal: by choice, or because there is a server to be had. */
final class OnTemporal extends SpringBootCondition {
  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    EvergraphProperties properties =
        Binder.get(context.getEnvironment()).bindOrCreate("evergraph", EvergraphProperties.class);
    ConditionMessage.Builder because = ConditionMessage.forCondition("evergraph.runtime");
    if (properties.runtime() != RuntimeChoice.AUTO) {
      boolean chosen = properties.runtime() == RuntimeChoice.TEMPORAL;
      return new ConditionOutcome(chosen, because.because("it is " + properties.runtime()));
    }
    boolean available = TemporalServers.isAvailable(properties.temporal(), System.getenv("PATH"));
    return new ConditionOutcome(
        available,
        because.because("a Temporal server can " + (available ? "" : "not ") + "be had"));
  }
}
