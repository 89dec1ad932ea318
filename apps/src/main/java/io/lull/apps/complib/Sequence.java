package io.lull.apps.complib;

/** A protein: the first word of its header, and its letters as numbers of {@link Blosum62}. */
final class Sequence {
  private final String name;
  private final byte[] letters;

  Sequence(String name, byte[] letters) {
    this.name = name;
    this.letters = letters.clone();
  }

  String name() {
    return name;
  }

  int length() {
    return letters.length;
  }

  byte letter(int index) {
    return letters[index];
  }
}
