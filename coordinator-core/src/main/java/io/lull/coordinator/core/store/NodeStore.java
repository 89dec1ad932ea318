package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.NodeRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every node that ever connected. */
public final class NodeStore {
  private final RecordMap map;

  public NodeStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.NODE);
  }

  public List<NodeRecord> all() {
    final List<NodeRecord> nodes = new ArrayList<>();
    for (final Map.Entry<String, byte[]> entry : map.all().entrySet()) {
      try {
        nodes.add(NodeRecord.parseFrom(entry.getValue()));
      } catch (InvalidProtocolBufferException e) {
        throw new StoreException("the record of node " + entry.getKey() + " cannot be read", e);
      }
    }
    return List.copyOf(nodes);
  }

  public void remove(String name) {
    map.remove(name);
  }

  /** All or none. */
  public void put(Collection<NodeRecord> nodes) {
    final Map<String, byte[]> contents = new HashMap<>();
    nodes.forEach(node -> contents.put(node.getName(), node.toByteArray()));
    map.putAll(contents);
  }
}
