/** Message programs as a kind of program: their tasks are the state, and each is a unit of it. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.message.model;
