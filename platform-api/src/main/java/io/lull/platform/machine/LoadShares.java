package io.lull.platform.machine;

/** Shares of all cores, 0 to 1: the owner's programs (everything but Lull's), and the guests. */
public record LoadShares(double owner, double guest) {}
