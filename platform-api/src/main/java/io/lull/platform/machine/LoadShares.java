package io.lull.platform.machine;

/** Shares of all cores, 0 to 1: the owner's programs (all that is not Lull's), and the guests. */
public record LoadShares(double owner, double guest) {}
