package io.evergraph.contract;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** All that the process logs at INFO and above while this is open, with its failures. */
public final class CapturedLogs implements AutoCloseable {
  private final Queue<String> logged = new ConcurrentLinkedQueue<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Level usual = root.getLevel();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          String failure =
              event.getThrowableProxy() == null
                  ? ""
                  : ThrowableProxyUtil.asString(event.getThrowableProxy());
          logged.add(
              event.getLoggerName()
                  + " "
                  + event.getFormattedMessage()
                  + event.getMDCPropertyMap()
                  + "\n"
                  + failure);
        }
      };

  public CapturedLogs() {
    appender.start();
    root.addAppender(appender);
    root.setLevel(Level.INFO);
  }

  /** Returns the lines that hold a text, each with its failure. */
  public List<String> with(String text) {
    return logged.stream().filter(line -> line.contains(text)).toList();
  }

  @Override
  public void close() {
    root.setLevel(usual);
    root.detachAppender(appender);
  }
}
