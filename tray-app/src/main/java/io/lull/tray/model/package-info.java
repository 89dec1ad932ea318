/** What all view models are made with; no toolkit. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.model;
