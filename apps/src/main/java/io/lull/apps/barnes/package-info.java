/** Bodies that attract each other, by the method of Barnes and Hut, by parallel loops. */
@org.jspecify.annotations.NullMarked
package io.lull.apps.barnes;
