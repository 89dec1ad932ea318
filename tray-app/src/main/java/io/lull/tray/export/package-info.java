/** Exports tables and pictures to files that the person chooses. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.export;
