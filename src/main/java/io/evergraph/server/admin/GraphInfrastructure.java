package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.spi.TaskRecords;
import io.swagger.v3.oas.annotations.media.Schema;
import org.springframework.beans.factory.ObjectProvider;

/**
 * What stands behind the graphs of a process.
 *
 * @param checkpointSaver where the runtime in memory saves threads: what the checkpoint store is
 *     called, such as {@code postgresql}, {@code mysql} or {@code redis}, and {@code memory}
 *     without one; on Temporal, {@code temporal}
 * @param observationEnabled whether the figures of client and worker are among those of the
 *     application
 * @param diagramEnabled whether the drawings of agents are shown
 * @param runtime what runs the graphs
 * @param durable whether threads outlive the process
 * @param tasks where records of tasks are: {@code memory}, {@code jdbc} or {@code none}
 * @param store where nodes keep what outlives threads: {@code memory}, {@code jdbc}, {@code redis},
 *     what a store of the application is called ({@code other} where it does not say), or {@code
 *     none}
 */
@Schema(name = "GraphInfrastructure", description = "What stands behind the graphs.")
public record GraphInfrastructure(
    @JsonProperty("checkpoint_saver") String checkpointSaver,
    @JsonProperty("observation_enabled") boolean observationEnabled,
    @JsonProperty("diagram_enabled") boolean diagramEnabled,
    String runtime,
    boolean durable,
    String tasks,
    String store) {
  /** Returns what there is where nothing is configured. */
  static GraphInfrastructure of(RuntimeInfo info, ObjectProvider<TaskRecords> tasks) {
    return new GraphInfrastructure(
        checkpointSaver(info),
        false,
        true,
        info.kind(),
        info.durability() == RuntimeInfo.Durability.DURABLE,
        tasks.stream().findFirst().map(TaskRecords::kind).orElse("none"),
        "none");
  }

  /** Returns where a runtime saves threads. */
  public static String checkpointSaver(RuntimeInfo info) {
    return info.kind().equals("memory")
        ? info.details().getOrDefault(RuntimeInfo.CHECKPOINTS, "memory")
        : info.kind();
  }
}
