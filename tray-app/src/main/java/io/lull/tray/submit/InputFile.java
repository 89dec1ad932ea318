package io.lull.tray.submit;

import java.nio.file.Path;

/**
 * A file that is sent with the job.
 *
 * @param size in words; empty: unknown
 */
public record InputFile(Path path, String name, String size) {}
