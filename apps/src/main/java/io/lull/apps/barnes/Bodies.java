package io.lull.apps.barnes;

/** Bodies at the start: seven numbers of each. */
interface Bodies {
  int count();

  double mass(long body);

  /** One of the three coordinates. */
  double position(long body, int axis);

  /** Along one of the three axes. */
  double velocity(long body, int axis);
}
