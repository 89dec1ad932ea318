/** What macOS tells about the machine: power supply, heat, load; and its object types in Java. */
@org.jspecify.annotations.NullMarked
package io.lull.platform.macos.system;
