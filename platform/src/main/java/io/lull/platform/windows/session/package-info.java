/** Windows' sessions: their list, and the input of this process's own. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.windows.session;
