/** macOS' sessions: who is logged in, and when they last touched anything. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.macos.session;
