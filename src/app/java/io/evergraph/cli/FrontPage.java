package io.evergraph.cli;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Leads those who open the address that the banner names to the page that explains the API. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "evergraph.web.enabled", matchIfMissing = true)
class FrontPage implements WebMvcConfigurer {
  @Override
  public void addViewControllers(ViewControllerRegistry registry) {
    registry.addRedirectViewController("/", "/docs");
  }
}
