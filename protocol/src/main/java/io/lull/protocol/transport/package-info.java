/**
 * What every conversation needs: identities and mutual TLS for gRPC, length-preceded frames for
 * pipes and sockets.
 */
@org.jspecify.annotations.NullMarked
package io.lull.protocol.transport;
