package io.lull.coordinator.access;

import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.AccountingGrpc;
import io.lull.protocol.wire.BackupsGrpc;
import io.lull.protocol.wire.EnrolmentGrpc;
import io.lull.protocol.wire.FilesGrpc;
import io.lull.protocol.wire.GridGrpc;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.LimitsGrpc;
import io.lull.protocol.wire.NodeSessionGrpc;
import io.lull.protocol.wire.WebGrpc;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The table of roles that may call each method. A method that is not in the table is denied to all.
 */
final class Permissions {
  private static final Set<Role> NODES = Set.of(Role.NODE);
  private static final Set<Role> PEOPLE = Set.of(Role.USER, Role.ADMIN);
  private static final Set<Role> ADMINISTRATORS = Set.of(Role.ADMIN);
  private static final Set<Role> ENROLLED = Set.of(Role.NODE, Role.USER, Role.ADMIN);

  private static final Set<String> ANYBODY =
      Set.of(EnrolmentGrpc.getEnrolMethod().getFullMethodName());
  private static final Map<String, Set<Role>> TABLE = table();

  private Permissions() {}

  /** Whether even one without a certificate may call it. */
  static boolean open(String method) {
    return ANYBODY.contains(method);
  }

  static boolean allowed(String method, Role role) {
    return TABLE.getOrDefault(method, Set.of()).contains(role);
  }

  /** A method that is missing here is found at the start, not by its first caller. */
  static void check(ServerServiceDefinition service) {
    for (final ServerMethodDefinition<?, ?> method : service.getMethods()) {
      final String name = method.getMethodDescriptor().getFullMethodName();
      if (!open(name) && !TABLE.containsKey(name)) {
        throw new IllegalStateException("no role may call " + name + ": add it to Permissions");
      }
    }
  }

  private static Map<String, Set<Role>> table() {
    final Map<String, Set<Role>> table = new HashMap<>();
    allow(table, NODES, NodeSessionGrpc.getConnectMethod());
    allow(
        table,
        ENROLLED,
        EnrolmentGrpc.getRenewMethod(),
        FilesGrpc.getPutMethod(),
        FilesGrpc.getGetMethod());
    allow(
        table,
        PEOPLE,
        GridGrpc.getGetTermsMethod(),
        GridGrpc.getSubmitMethod(),
        GridGrpc.getSubmitArrayMethod(),
        GridGrpc.getListJobsMethod(),
        GridGrpc.getGetJobMethod(),
        GridGrpc.getWatchJobMethod(),
        GridGrpc.getCancelMethod(),
        GridGrpc.getResizeMethod(),
        GridGrpc.getMigrateMethod(),
        GridGrpc.getListOutputsMethod(),
        GridGrpc.getGetPieceKeyMethod(),
        GridGrpc.getLogsMethod(),
        GridGrpc.getListNodesMethod(),
        GridGrpc.getGetNodeMethod(),
        GridGrpc.getGetAvailabilityMethod(),
        GridGrpc.getExplainJobMethod(),
        GridGrpc.getExplainNodeMethod(),
        AccountingGrpc.getGetMonthsMethod(),
        AccountingGrpc.getGetJobsMethod(),
        JobControlGrpc.getHoldMethod(),
        JobControlGrpc.getReleaseMethod(),
        JobControlGrpc.getAmendMethod(),
        JobControlGrpc.getRebalanceMethod(),
        JobControlGrpc.getResubmitMethod(),
        JobControlGrpc.getPreviewMethod(),
        WebGrpc.getMakeLinkMethod(),
        WebGrpc.getGetPageAuthorityMethod());
    allow(
        table,
        ADMINISTRATORS,
        GridGrpc.getCreateTokenMethod(),
        GridGrpc.getDrainMethod(),
        GridGrpc.getGetLanesMethod(),
        GridGrpc.getGetNodeEventsMethod(),
        GridGrpc.getExportHistoryMethod(),
        GridGrpc.getUndrainMethod(),
        GridGrpc.getRevokeMethod(),
        GridGrpc.getListRevokedMethod(),
        GridGrpc.getGetAuditMethod(),
        GridGrpc.getListPrioritiesMethod(),
        GridGrpc.getSetPriorityMethod(),
        BackupsGrpc.getMakeMethod(),
        LimitsGrpc.getListMethod(),
        LimitsGrpc.getSetMethod());
    return Map.copyOf(table);
  }

  private static void allow(
      Map<String, Set<Role>> table, Set<Role> roles, MethodDescriptor<?, ?>... methods) {
    for (final MethodDescriptor<?, ?> method : methods) {
      table.put(method.getFullMethodName(), roles);
    }
  }
}
