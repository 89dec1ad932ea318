// Parts of the page, and what is written into them.
export const $ = (id) => document.getElementById(id);

/** Whoever reads aloud reads again what is written again. */
export function write(place, text) {
  if (place.textContent !== text) {
    place.textContent = text;
  }
}
