/** A new job: what it is to be, as it is typed, judged by the command's own checks and sent. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.submit;
