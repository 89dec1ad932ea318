package io.lull.coordinator.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.MethodDescriptor;
import io.grpc.ServiceDescriptor;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.AccountingGrpc;
import io.lull.protocol.wire.EnrolmentGrpc;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.NodeSessionGrpc;
import io.lull.protocol.wire.PiecesGrpc;
import io.lull.protocol.wire.WebGrpc;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermissionsTest {
  private static final List<ServiceDescriptor> SERVED =
      List.of(
          EnrolmentGrpc.getServiceDescriptor(),
          FilesGrpc.getServiceDescriptor(),
          GridGrpc.getServiceDescriptor(),
          NodeSessionGrpc.getServiceDescriptor(),
          AccountingGrpc.getServiceDescriptor(),
          JobControlGrpc.getServiceDescriptor(),
          WebGrpc.getServiceDescriptor());

  @Test
  void everyMethodThatIsServedIsInTheTable() {
    for (final ServiceDescriptor service : SERVED) {
      for (final MethodDescriptor<?, ?> method : service.getMethods()) {
        final String name = method.getFullMethodName();
        assertThat(
                Permissions.open(name)
                    || Arrays.stream(Role.values())
                        .anyMatch(role -> Permissions.allowed(name, role)))
            .as(name)
            .isTrue();
      }
    }
  }

  @Test
  void onlyEnrolmentIsOpenToAnybody() {
    assertThat(
            SERVED.stream()
                .flatMap(service -> service.getMethods().stream())
                .map(MethodDescriptor::getFullMethodName)
                .filter(Permissions::open))
        .containsExactly(EnrolmentGrpc.getEnrolMethod().getFullMethodName());
  }

  @Test
  void aNodeMayNotAskWhatPeopleAsk() {
    GridGrpc.getServiceDescriptor()
        .getMethods()
        .forEach(method ->
            assertThat(Permissions.allowed(method.getFullMethodName(), Role.NODE)).isFalse());
  }

  @Test
  void aUserMayNeitherPoseAsANodeNorAdminister() {
    assertThat(
            List.of(
                NodeSessionGrpc.getConnectMethod(),
                GridGrpc.getCreateTokenMethod(),
                GridGrpc.getDrainMethod(),
                GridGrpc.getUndrainMethod(),
                GridGrpc.getGetLanesMethod(),
                GridGrpc.getExportHistoryMethod(),
                GridGrpc.getGetNodeEventsMethod()))
        .noneMatch(method -> Permissions.allowed(method.getFullMethodName(), Role.USER));
  }

  @Test
  void whatIsNotInTheTableNobodyMay() {
    final String foreign = PiecesGrpc.getGetMethod().getFullMethodName();
    assertThat(Role.values()).noneMatch(role -> Permissions.allowed(foreign, role));
  }
}
