package io.evergraph.backend;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands before a server of this machine. Connections that it has silenced stay open, and nothing
 * comes over them any more, as when a machine or a firewall between both ends is gone. Others it
 * cuts when a reply comes, which is lost.
 */
final class SilentProxy implements AutoCloseable {
  private final ServerSocket entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Line> lines = new CopyOnWriteArrayList<>();
  private final int behind;

  private record Line(Socket client, Socket server, AtomicBoolean silent, AtomicBoolean cut) {}

  SilentProxy(int behind) throws IOException {
    this.behind = behind;
    daemon(this::accept);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "silent-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return entrance.getLocalPort();
  }

  /** Lets nothing through any more over the connections that there are. */
  void silence() {
    lines.forEach(line -> line.silent().set(true));
  }

  /** Loses the next reply over each of the connections that there are, and cuts them then. */
  void cutAtReply() {
    lines.forEach(line -> line.cut().set(true));
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entrance.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), behind);
        Line line = new Line(client, server, new AtomicBoolean(), new AtomicBoolean());
        lines.add(line);
        daemon(() -> carry(client, server, line));
        daemon(() -> carry(server, client, line));
      }
    } catch (IOException closed) {
      // nobody comes any more
    }
  }

  private static void carry(Socket from, Socket to, Line line) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8_192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (line.cut().get() && from.equals(line.server())) {
          line.client().close();
          line.server().close();
        } else if (!line.silent().get()) {
          out.write(buffer, 0, read);
        }
      }
    } catch (IOException closed) {
      // one end has gone
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    for (Line line : lines) {
      line.client().close();
      line.server().close();
    }
  }
}
