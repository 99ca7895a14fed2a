package io.evergraph;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that are killed and come back. They are below those that clients get: who tries
 * to reach a server that is away, from a port of the same number, would reach itself and hold it.
 */
public final class Ports {
  private static final int FIRST = 12_000;
  private static final int AFTER_LAST = 32_000;

  private Ports() {}

  /** Returns one that nobody listens at. */
  public static int free() {
    int port = ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST);
    while (isTaken(port)) {
      port = ThreadLocalRandom.current().nextInt(FIRST, AFTER_LAST);
    }
    return port;
  }

  private static boolean isTaken(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return !socket.isBound();
    } catch (IOException taken) {
      return true;
    }
  }
}
