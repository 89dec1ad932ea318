package io.lull.coordinator.config;

import io.lull.protocol.transport.HostPort;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The page for browsers.
 *
 * @param listen its address; port 0 lets the system choose
 * @param certificate a PEM file with the certificate that it shows; null: the coordinator's own
 * @param key a PEM file; null with the certificate
 */
public record WebOptions(HostPort listen, @Nullable Path certificate, @Nullable Path key) {}
