/** Windows' sessions: which there are, and the input of the one that this process is in. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.windows.session;
