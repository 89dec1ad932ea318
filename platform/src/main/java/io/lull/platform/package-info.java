/** One interface a capability; the systems' own answers stand below and never see each other. */
@org.jspecify.annotations.NullMarked
package io.lull.platform;
