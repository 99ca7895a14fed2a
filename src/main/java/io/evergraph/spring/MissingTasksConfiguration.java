package io.evergraph.spring;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Configuration;

/** Refuses to start without the library of tasks where the application has chosen their records. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingClass(TaskConfiguration.BREAKERS)
@ConditionalOnProperty(TaskConfiguration.TYPE)
class MissingTasksConfiguration {
  MissingTasksConfiguration(@Value("${" + TaskConfiguration.TYPE + "}") String type) {
    if (!type.equalsIgnoreCase("none")) {
      Libraries.TASKS.require(TaskConfiguration.TYPE + "=" + type);
    }
  }
}
