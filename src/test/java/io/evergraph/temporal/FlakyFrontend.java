package io.evergraph.temporal;

import io.grpc.CallOptions;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before a Temporal server and calls some queries off, as one does that is being stopped,
 * refuses calls, or loses the answers.
 */
final class FlakyFrontend implements AutoCloseable {
  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
          }
        }
      };

  private final ManagedChannel behind;
  private final Server server;
  private final AtomicInteger toCallOff = new AtomicInteger();
  private final Map<String, Refused> refusals = new ConcurrentHashMap<>();
  private final Map<String, Refused> lost = new ConcurrentHashMap<>();
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();

  FlakyFrontend(String target) throws IOException {
    behind = ManagedChannelBuilder.forTarget(target).usePlaintext().build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .fallbackHandlerRegistry(new Everything())
            .build()
            .start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  /** Calls the next queries off. */
  void callOff(int queries) {
    toCallOff.set(queries);
  }

  /** Does not take the next calls of a method, as a server that goes away. */
  void refuse(String method, int times) {
    refuse(method, times, Status.UNAVAILABLE.withDescription("going away"));
  }

  /** Does not take the next calls of a method. */
  void refuse(String method, int times, Status with) {
    refusals.put(method, new Refused(with, new AtomicInteger(times)));
  }

  /** Has the server do what the next calls of a method want, and loses its answers. */
  void lose(String method, int times) {
    lose(method, times, Status.UNAVAILABLE.withDescription("connection lost"));
  }

  /** Has the server do what the next calls of a method want, and gives another answer. */
  void lose(String method, int times, Status with) {
    lost.put(method, new Refused(with, new AtomicInteger(times)));
  }

  /** Returns how many answers of a method are still to be lost. */
  int leftToLose(String method) {
    return lost.get(method).left().get();
  }

  /** Returns how many queries are still to be called off. */
  int left() {
    return toCallOff.get();
  }

  /** Returns how often a method was called. */
  long calls(String method) {
    return calls.stream().filter(called -> called.endsWith("/" + method)).count();
  }

  private void handle(String method, byte[] request, StreamObserver<byte[]> reply) {
    calls.add(method);
    Optional<Status> refused = taken(refusals, method);
    if (refused.isPresent()) {
      reply.onError(refused.get().asRuntimeException());
    } else if (method.endsWith("/QueryWorkflow") && takeOne(toCallOff)) {
      reply.onError(Status.CANCELLED.withDescription("context canceled").asRuntimeException());
    } else {
      Optional<Status> isLost = taken(lost, method);
      ClientCalls.asyncUnaryCall(
          behind.newCall(descriptor(method), CallOptions.DEFAULT),
          request,
          isLost.<StreamObserver<byte[]>>map(with -> new Lost(reply, with)).orElse(reply));
    }
  }

  private static Optional<Status> taken(Map<String, Refused> from, String method) {
    return from.entrySet().stream()
        .filter(one -> method.endsWith("/" + one.getKey()))
        .map(Map.Entry::getValue)
        .filter(one -> takeOne(one.left()))
        .map(Refused::with)
        .findFirst();
  }

  /** The call was made, and nobody hears of it. */
  private record Lost(StreamObserver<byte[]> reply, Status with) implements StreamObserver<byte[]> {
    @Override
    public void onNext(byte[] value) {
      reply.onError(with.asRuntimeException());
    }

    @Override
    public void onError(Throwable failure) {
      reply.onError(failure);
    }

    @Override
    public void onCompleted() {}
  }

  private static boolean takeOne(AtomicInteger left) {
    return left.getAndUpdate(many -> Math.max(0, many - 1)) > 0;
  }

  private static MethodDescriptor<byte[], byte[]> descriptor(String method) {
    return MethodDescriptor.newBuilder(BYTES, BYTES)
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(method)
        .build();
  }

  @Override
  public void close() {
    server.shutdownNow();
    behind.shutdownNow();
  }

  private record Refused(Status with, AtomicInteger left) {}

  /** Takes whatever is called. */
  private final class Everything extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<byte[], byte[]> lookupMethod(String method, String authority) {
      return ServerMethodDefinition.create(
          descriptor(method),
          ServerCalls.asyncUnaryCall((request, reply) -> handle(method, request, reply)));
    }
  }
}
