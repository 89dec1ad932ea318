/** Links between workers: connections, frames of bytes on numbered channels, conversations. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.comm;
