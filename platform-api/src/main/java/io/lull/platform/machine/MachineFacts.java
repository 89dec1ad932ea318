package io.lull.platform.machine;

/**
 * @param os name and version, for people
 * @param hostName without domain
 */
public record MachineFacts(String os, String hostName, int cores, long memoryBytes) {}
