package io.lull.tray.computer;

/** What guests were given, as figures with what they are of. */
public record Contribution(
    String hours, String hoursOf, String jobs, String jobsOf, String people, String peopleOf) {
  static final Contribution NOTHING = new Contribution("", "", "", "", "", "");
}
