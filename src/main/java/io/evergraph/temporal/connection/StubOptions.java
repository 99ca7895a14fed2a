package io.evergraph.temporal.connection;

import io.evergraph.error.InvalidInputException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/** Turns options into those of the client library. */
final class StubOptions {
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
      throw new InvalidInputException(
              "the encryption of the connection",
              "readable PEM files, the key in PKCS 8",
              String.valueOf(misfit.getMessage()))
          .causedBy(misfit);
    }
  }
}
