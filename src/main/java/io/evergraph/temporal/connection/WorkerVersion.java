package io.evergraph.temporal.connection;

import io.evergraph.error.InvalidInputException;
import io.temporal.common.VersioningBehavior;
import io.temporal.common.WorkerDeploymentVersion;
import io.temporal.worker.WorkerDeploymentOptions;

/**
 * The build that a worker is of, for servers that send threads to the workers of one build.
 *
 * @param deployment the name of the deployment: all builds that take over from one another
 * @param buildId the name of the build within it
 * @param versioning which build a thread goes on with
 */
public record WorkerVersion(String deployment, String buildId, Versioning versioning) {
  private static final WorkerDeploymentVersion NONE =
      new WorkerDeploymentVersion("evergraph", "unversioned");

  /** Checks the names. */
  public WorkerVersion {
    require(deployment, "the worker's deployment");
    require(buildId, "the worker's build");
  }

  private static void require(String name, String subject) {
    if (name.isBlank() || name.indexOf('.') >= 0) {
      throw new InvalidInputException(
          subject, "a name without dots, such as 'refunds' or a commit", "'" + name + "'");
    }
  }

  /** Which build a thread goes on with. */
  public enum Versioning {
    /** With the one it began with, to its end. */
    PINNED(VersioningBehavior.PINNED),
    /** With the current one, from its next step on. */
    AUTO_UPGRADE(VersioningBehavior.AUTO_UPGRADE);

    private final VersioningBehavior behavior;

    Versioning(VersioningBehavior behavior) {
      this.behavior = behavior;
    }
  }

  /** Returns what a worker of this version is started with. */
  public WorkerDeploymentOptions options() {
    return WorkerDeploymentOptions.newBuilder()
        .setUseVersioning(true)
        .setVersion(new WorkerDeploymentVersion(deployment, buildId))
        .setDefaultVersioningBehavior(versioning.behavior)
        .build();
  }

  /**
   * Returns what a worker without a version is started with: any worker may go on with its threads.
   *
   * <p>Servers (1.31, 1.32) update visibility once more for each thread of a worker that says
   * nothing of versions: they note "unversioned" twice at first, and correct this a workflow task
   * later.
   */
  public static WorkerDeploymentOptions unversioned() {
    return WorkerDeploymentOptions.newBuilder().setUseVersioning(false).setVersion(NONE).build();
  }
}
