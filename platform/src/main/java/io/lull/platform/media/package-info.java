/** Whether the machine listens or looks: its microphones and cameras. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.media;
