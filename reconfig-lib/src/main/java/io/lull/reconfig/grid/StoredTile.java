package io.lull.reconfig.grid;

/** A worker's part of a grid and the memory that holds it. */
record StoredTile(Tile tile, Storage storage) {}
