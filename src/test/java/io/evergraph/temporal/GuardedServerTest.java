package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.stub.StreamObserver;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesResponse;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.api.workflowservice.v1.PatchScheduleRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that wants encryption, a client's certificate and a key, as hosted ones do. */
class GuardedServerTest {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final String NAME = "temporal.test";
  private static final String LIST = "ListWorkflowExecutions";
  private static final String LIST_ATTRIBUTES = "ListSearchAttributes";
  private static final String PATCH = "PatchSchedule";
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;
  private static final Metadata.Key<String> NAMESPACE =
      Metadata.Key.of("temporal-namespace", Metadata.ASCII_STRING_MARSHALLER);

  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final Map<String, String> namespaces = new ConcurrentHashMap<>();
  private volatile boolean lists;
  private Server server;

  @BeforeEach
  void startServer() throws Exception {
    makeCertificate();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .sslContext(
                GrpcSslContexts.forServer(certificate().toFile(), key().toFile())
                    .trustManager(certificate().toFile())
                    .clientAuth(ClientAuth.REQUIRE)
                    .build())
            .intercept(new KeyNote())
            .addService(new Health())
            .addService(new Frontend())
            .addService(new Operator())
            .build()
            .start();
  }

  @AfterEach
  void stopServer() {
    server.shutdownNow();
  }

  private Path certificate() {
    return folder.resolve("certificate.pem");
  }

  private Path key() {
    return folder.resolve("key.pem");
  }

  private void makeCertificate() throws Exception {
    Path store = folder.resolve("store.p12");
    RealTemporal.run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        "a",
        "-keyalg",
        "RSA",
        "-dname",
        "CN=" + NAME,
        "-ext",
        "SAN=dns:" + NAME,
        "-storetype",
        "PKCS12",
        "-keystore",
        store.toString(),
        "-storepass",
        PASSWORD,
        "-validity",
        "2");
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    write(certificate(), "CERTIFICATE", keys.getCertificate("a").getEncoded());
    write(key(), "PRIVATE KEY", keys.getKey("a", PASSWORD.toCharArray()).getEncoded());
  }

  private static void write(Path file, String kind, byte[] content) throws Exception {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n");
  }

  private TemporalOptions.Builder options() {
    return TemporalOptions.builder()
        .target("127.0.0.1:" + server.getPort())
        .connectTimeout(Duration.ofSeconds(10));
  }

  @Test
  void shouldConnectWithCertificateAndKey() {
    TemporalOptions options =
        options()
            .tls(new TemporalOptions.Tls(certificate(), key(), certificate(), NAME))
            .apiKey("secret")
            .build();

    try (TemporalConnection connection = TemporalConnection.open(options, StateCodec.create())) {
      assertThat(connection.isSearchable()).isFalse();
      assertThat(keys).isNotEmpty().containsOnly("Bearer secret");
      assertThat(namespaces).containsKey(LIST_ATTRIBUTES);
    }
  }

  /** Temporal Cloud has search attributes made beforehand, and wants the namespace beside calls. */
  @Test
  void shouldUseSearchAttributesThatItMayNotMake() {
    lists = true;
    TemporalOptions options =
        options()
            .tls(new TemporalOptions.Tls(certificate(), key(), certificate(), NAME))
            .apiKey("secret")
            .namespace("shop.a1b2c")
            .build();

    try (TemporalConnection connection = TemporalConnection.open(options, StateCodec.create())) {
      assertThat(connection.isSearchable()).isTrue();
      assertThatThrownBy(
              () -> connection.stub().patchSchedule(PatchScheduleRequest.getDefaultInstance()))
          .isInstanceOf(StatusRuntimeException.class);
      assertThat(namespaces)
          .containsEntry(LIST, "shop.a1b2c")
          .containsEntry(PATCH, "shop.a1b2c")
          .doesNotContainKey(LIST_ATTRIBUTES);
      assertThat(keys).containsOnly("Bearer secret");
    }
  }

  @Test
  void shouldSayWhoDoesNotAnswerWhenTheConnectionIsNotEncrypted() {
    TemporalOptions options = options().connectTimeout(Duration.ofSeconds(1)).build();

    assertThatThrownBy(() -> TemporalConnection.open(options, StateCodec.create()))
        .isInstanceOf(RuntimeUnavailableException.class)
        .hasMessageContaining("127.0.0.1:" + server.getPort());
  }

  @Test
  void shouldSayThatTheServerDoesNotEncrypt() throws Exception {
    Server plain =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .addService(new Health())
            .build()
            .start();
    try {
      TemporalOptions options =
          options()
              .target("127.0.0.1:" + plain.getPort())
              .tls(new TemporalOptions.Tls(null, null, certificate(), NAME))
              .connectTimeout(Duration.ofSeconds(1))
              .build();

      assertThatThrownBy(() -> TemporalConnection.open(options, StateCodec.create()))
          .isInstanceOf(RuntimeUnavailableException.class)
          .hasMessageContaining("the encryption (TLS) fails: not an SSL/TLS record (UNAVAILABLE)");
    } finally {
      plain.shutdownNow();
    }
  }

  @Test
  void shouldSayThatNobodyVouchesForTheServer() {
    TemporalOptions options =
        options()
            .tls(new TemporalOptions.Tls(certificate(), key(), null, NAME))
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    assertThatThrownBy(() -> TemporalConnection.open(options, StateCodec.create()))
        .isInstanceOf(RuntimeUnavailableException.class)
        .hasMessageContaining("the encryption (TLS) fails: ")
        .hasMessageContaining("certification path");
  }

  @Test
  void shouldSayWhatIsWrongWithTheFilesOfTheEncryption() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.pem"), "nothing");
    TemporalOptions options =
        options().tls(new TemporalOptions.Tls(broken, key(), null, null)).build();

    assertThatThrownBy(() -> TemporalConnection.open(options, StateCodec.create()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("PEM");
  }

  /** Notes the key of every call. */
  private final class KeyNote implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      keys.add(String.valueOf(headers.get(AUTHORIZATION)));
      namespaces.put(
          String.valueOf(call.getMethodDescriptor().getBareMethodName()),
          String.valueOf(headers.get(NAMESPACE)));
      return next.startCall(call, headers);
    }
  }

  private static final class Health extends HealthGrpc.HealthImplBase {
    @Override
    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> replies) {
      replies.onNext(
          HealthCheckResponse.newBuilder()
              .setStatus(HealthCheckResponse.ServingStatus.SERVING)
              .build());
      replies.onCompleted();
    }
  }

  private static final class Operator extends OperatorServiceGrpc.OperatorServiceImplBase {
    @Override
    public void listSearchAttributes(
        ListSearchAttributesRequest request, StreamObserver<ListSearchAttributesResponse> replies) {
      replies.onError(Status.PERMISSION_DENIED.asRuntimeException());
    }
  }

  private final class Frontend extends WorkflowServiceGrpc.WorkflowServiceImplBase {
    @Override
    public void listWorkflowExecutions(
        ListWorkflowExecutionsRequest request,
        StreamObserver<ListWorkflowExecutionsResponse> replies) {
      if (lists) {
        replies.onNext(ListWorkflowExecutionsResponse.getDefaultInstance());
        replies.onCompleted();
      } else {
        replies.onError(Status.INVALID_ARGUMENT.asRuntimeException());
      }
    }

    @Override
    public void getSystemInfo(
        GetSystemInfoRequest request, StreamObserver<GetSystemInfoResponse> replies) {
      replies.onNext(GetSystemInfoResponse.getDefaultInstance());
      replies.onCompleted();
    }
  }
}
