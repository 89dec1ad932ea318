package io.lull.agent.core.session;

import io.lull.agent.core.owner.NodeEvent;
import io.lull.protocol.wire.AcceptPieces;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.MakeParity;
import io.lull.protocol.wire.RebuildPiece;
import io.lull.protocol.wire.RevokedKeys;
import io.lull.protocol.wire.StagePieces;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.StoreOutputs;
import io.lull.protocol.wire.ToWorker;
import java.io.IOException;

/** The parts of an agent that obey the coordinator's orders; one order at a time. */
public interface OrderTargets {
  void start(StartWorker order) throws IOException;

  void end(EndWorker order) throws IOException;

  void toWorker(ToWorker order) throws IOException;

  void accept(AcceptPieces order) throws IOException;

  void keep(KeepPiece order) throws IOException;

  void stage(StagePieces order) throws IOException;

  void makeParity(MakeParity order) throws IOException;

  void rebuild(RebuildPiece order) throws IOException;

  void drop(DropPieces order) throws IOException;

  void store(StoreOutputs order) throws IOException;

  /** Report the end of a worker's log. */
  void tellLog(String worker) throws IOException;

  /** Have nothing to do with the nodes that hold these keys. */
  void revoked(RevokedKeys keys) throws IOException;

  /** What an order means for the owner's side of the node. */
  void owner(NodeEvent event);
}
