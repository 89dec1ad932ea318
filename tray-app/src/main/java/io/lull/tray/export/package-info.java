/** What is shown, as files: tables and pictures, where the person wants them. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.export;
