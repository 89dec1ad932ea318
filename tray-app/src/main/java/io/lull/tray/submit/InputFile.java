package io.lull.tray.submit;

import java.nio.file.Path;

/**
 * A file that goes with the job.
 *
 * @param size in words; empty: it cannot be told
 */
public record InputFile(Path path, String name, String size) {}
