/**
 * A new job: its form, checked by the command's own checks while it is typed, and its submission.
 */
@org.jspecify.annotations.NullMarked
package io.lull.tray.submit;
