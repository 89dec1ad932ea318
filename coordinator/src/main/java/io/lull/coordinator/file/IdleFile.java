package io.lull.coordinator.file;

/**
 * A program or an input that no known job needs.
 *
 * @param bytes that its removal frees
 */
public record IdleFile(String sha256, String owner, long bytes) {}
