package io.lull.coordinator.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This machine's host names. */
public final class HostNames {
  private static final Logger LOG = LoggerFactory.getLogger(HostNames.class);

  private HostNames() {}

  /** Empty: it does not know its name. */
  public static List<String> find() {
    try {
      return List.of(InetAddress.getLocalHost().getHostName());
    } catch (UnknownHostException e) {
      LOG.debug("this machine does not know its name", e);
      return List.of();
    }
  }
}
