package io.lull.coordinator.tunnel;

import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;

/** An authority, and what it gives to whom. */
public final class TunnelGrid {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Authority authority;
  private final Clock clock;

  public TunnelGrid(Path folder, Clock clock) throws IOException {
    this.authority = Authority.open(folder, clock, RANDOM);
    this.clock = clock;
  }

  public Authority authority() {
    return authority;
  }

  public MemberIdentity member() throws GeneralSecurityException {
    return new MemberIdentity(MemberId.draw(RANDOM), authority::member, clock);
  }

  /** Somebody else of the grid, who tries to pass for a member. */
  MemberIdentity posing(Role role) throws GeneralSecurityException {
    final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
    final KeyPair pair = generator.generateKeyPair();
    return new MemberIdentity(
        MemberId.draw(RANDOM),
        name ->
            new Identity(
                pair.getPrivate(),
                authority.enrolled(name, role, pair.getPublic()),
                authority.certificate()),
        clock);
  }

  MemberIdentity posingAsCoordinator() throws GeneralSecurityException {
    return new MemberIdentity(MemberId.draw(RANDOM), _ -> authority.coordinator(List.of()), clock);
  }

  /** Addresses that nobody listens on at present. */
  public static List<HostPort> addresses(int count) throws IOException {
    final List<ServerSocket> sockets = new ArrayList<>();
    final List<HostPort> addresses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      sockets.add(socket);
      addresses.add(new HostPort("127.0.0.1", socket.getLocalPort()));
    }
    for (final ServerSocket socket : sockets) {
      socket.close();
    }
    return addresses;
  }

  /** All but one. */
  public static List<HostPort> others(List<HostPort> addresses, int one) {
    final List<HostPort> others = new ArrayList<>(addresses);
    others.remove(one);
    return others;
  }
}
