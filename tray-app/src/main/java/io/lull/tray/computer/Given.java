package io.lull.tray.computer;

/** What guests were given, as figures with what they are of. */
public record Given(
    String hours, String hoursOf, String jobs, String jobsOf, String people, String peopleOf) {
  static final Given NOTHING = new Given("", "", "", "", "", "");
}
