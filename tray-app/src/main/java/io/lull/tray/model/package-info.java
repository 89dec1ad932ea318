/** Building blocks of view models, without a toolkit. */
@org.jspecify.annotations.NullMarked
package io.lull.tray.model;
