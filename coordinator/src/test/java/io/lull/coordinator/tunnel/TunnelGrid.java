package io.lull.coordinator.tunnel;

import io.lull.coordinator.enrolment.Authority;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import io.lull.testkit.net.ReservedPorts;
import java.io.IOException;
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

  /** The members' addresses, one for each reserved port. */
  public static List<HostPort> addresses(ReservedPorts reserved) {
    return reserved.all().stream().map(port -> new HostPort("127.0.0.1", port)).toList();
  }

  /** All but one. */
  public static List<HostPort> others(List<HostPort> addresses, int one) {
    final List<HostPort> others = new ArrayList<>(addresses);
    others.remove(one);
    return others;
  }
}
