/** Transport: identities and mutual TLS for gRPC, length-prefixed frames for pipes and sockets. */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.transport;
