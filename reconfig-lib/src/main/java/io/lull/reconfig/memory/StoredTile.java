package io.lull.reconfig.memory;

/** A worker's part of a grid and the memory that holds it. */
public record StoredTile(Tile tile, Storage storage) {}
