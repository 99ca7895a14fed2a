package io.evergraph.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/** Makes the Temporal server part of an application's readiness: without it no run can begin. */
final class TemporalReadiness implements HealthEndpointGroupsPostProcessor {
  private static final String READINESS = "readiness";
  private static final String TEMPORAL = "temporal";

  @Override
  public HealthEndpointGroups postProcessHealthEndpointGroups(HealthEndpointGroups groups) {
    Map<String, HealthEndpointGroup> byName = new LinkedHashMap<>();
    for (String name : groups.getNames()) {
      HealthEndpointGroup group = groups.get(name);
      if (group != null) {
        byName.put(name, name.equals(READINESS) ? new WithTemporal(group) : group);
      }
    }
    return HealthEndpointGroups.of(groups.getPrimary(), byName);
  }

  private record WithTemporal(HealthEndpointGroup group) implements HealthEndpointGroup {
    @Override
    public boolean isMember(String name) {
      return name.equals(TEMPORAL) || group.isMember(name);
    }

    @Override
    public boolean showComponents(SecurityContext context) {
      return group.showComponents(context);
    }

    @Override
    public boolean showDetails(SecurityContext context) {
      return group.showDetails(context);
    }

    @Override
    public StatusAggregator getStatusAggregator() {
      return group.getStatusAggregator();
    }

    @Override
    public HttpCodeStatusMapper getHttpCodeStatusMapper() {
      return group.getHttpCodeStatusMapper();
    }

    @Override
    public @Nullable AdditionalHealthEndpointPath getAdditionalPath() {
      return group.getAdditionalPath();
    }
  }
}
