package io.lull.tray.computer;

/** What the computer gave to guests, as figures with units. */
public record Contribution(
    String hours, String hoursOf, String jobs, String jobsOf, String people, String peopleOf) {
  static final Contribution NOTHING = new Contribution("", "", "", "", "", "");
}
