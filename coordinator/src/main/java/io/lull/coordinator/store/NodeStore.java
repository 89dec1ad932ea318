package io.lull.coordinator.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.NodeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every node that ever connected. */
public final class NodeStore {
  private final Shelf shelf;

  public NodeStore(Shelves shelves) {
    this.shelf = shelves.shelf(Shelves.Kind.NODE);
  }

  public List<NodeRecord> all() {
    final List<NodeRecord> nodes = new ArrayList<>();
    for (final Map.Entry<String, byte[]> entry : shelf.all().entrySet()) {
      try {
        nodes.add(NodeRecord.parseFrom(entry.getValue()));
      } catch (InvalidProtocolBufferException e) {
        throw new StoreException("the record of node " + entry.getKey() + " cannot be read", e);
      }
    }
    return List.copyOf(nodes);
  }

  public void put(NodeRecord node) {
    shelf.put(node.getName(), node.toByteArray());
  }
}
