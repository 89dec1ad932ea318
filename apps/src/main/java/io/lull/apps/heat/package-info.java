/** The flow of heat through a box. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.heat;
