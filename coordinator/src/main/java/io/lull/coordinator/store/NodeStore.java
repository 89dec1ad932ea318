package io.lull.coordinator.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.stored.StoredNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every node that ever connected. */
public final class NodeStore {
  private final Shelf shelf;

  public NodeStore(Shelves shelves) {
    this.shelf = shelves.shelf(Shelves.Kind.NODE);
  }

  public List<StoredNode> all() {
    final List<StoredNode> nodes = new ArrayList<>();
    for (final Map.Entry<String, byte[]> entry : shelf.all().entrySet()) {
      try {
        nodes.add(StoredNode.parseFrom(entry.getValue()));
      } catch (InvalidProtocolBufferException e) {
        throw new StoreException("the record of node " + entry.getKey() + " cannot be read", e);
      }
    }
    return List.copyOf(nodes);
  }

  public void put(StoredNode node) {
    shelf.put(node.getName(), node.toByteArray());
  }
}
