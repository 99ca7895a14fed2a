package io.evergraph.temporal.connection;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Turns options into those of the client library. */
public final class StubOptions {
  private StubOptions() {}

  static WorkflowServiceStubsOptions of(TemporalOptions options) {
    WorkflowServiceStubsOptions.Builder stub =
        WorkflowServiceStubsOptions.newBuilder()
            .setTarget(options.target())
            .setMetricsScope(options.metrics());
    TemporalOptions.Tls tls = options.tls();
    if (tls != null) {
      stub.setSslContext(encryption(tls));
      String serverName = tls.serverName();
      if (serverName != null) {
        stub.setChannelInitializer(channel -> channel.overrideAuthority(serverName));
      }
    }
    String apiKey = options.apiKey();
    if (apiKey != null) {
      stub.setEnableHttps(tls == null).addApiKey(() -> apiKey);
    }
    return stub.validateAndBuildWithDefaults();
  }

  private static SslContext encryption(TemporalOptions.Tls tls) {
    try {
      SslContextBuilder context = GrpcSslContexts.forClient();
      Path certificate = tls.certificate();
      Path key = tls.key();
      if (certificate != null && key != null) {
        context.keyManager(certificate.toFile(), key.toFile());
      }
      Path authority = tls.authority();
      if (authority != null) {
        context.trustManager(authority.toFile());
      }
      return context.build();
    } catch (SSLException | IllegalArgumentException misfit) {
      InvalidInputException named =
          new InvalidInputException(
              "the encryption of the connection",
              "readable PEM files, the key in PKCS 8",
              String.valueOf(misfit.getMessage()));
      named.initCause(misfit);
      throw named;
    }
  }

  /** Returns the error that names the server which could not be reached. */
  public static RuntimeUnavailableException unavailable(
      TemporalOptions options, @Nullable Throwable failure) {
    String reason =
        GrpcErrors.status(failure)
            .map(status -> reason(status.getStatus()))
            .orElse(failure == null ? "no answer" : String.valueOf(failure.getMessage()));
    RuntimeUnavailableException named = new RuntimeUnavailableException(options.target(), reason);
    if (failure != null) {
      named.initCause(failure);
    }
    return named;
  }

  /** One line: what the server said, or what went wrong on the way to it. */
  private static String reason(Status status) {
    String said = Optional.ofNullable(status.getDescription()).orElse("no answer");
    Throwable cause = status.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ConnectException refused) {
      String message = String.valueOf(refused.getMessage());
      said = message.substring(message.lastIndexOf(": ") + 1).strip();
    }
    return said.lines().findFirst().orElse(said) + " (" + status.getCode() + ")";
  }
}
