// In which hours of the week machines are to be had.
import { $, write } from "./parts.js";
import * as words from "./words.js";

const { say } = words;

/** The hours are of the coordinator's zone, which is named where it is not the browser's. */
export function showWeek({ byHourOfWeek: parts, zone }, now) {
  const known = parts.filter((part) => part !== null);
  const best = known.length === 0 ? -1 : parts.indexOf(Math.max(...known));
  const named = (i) => say("hour-of-week", words.dayName(Math.floor(i / 24), "long"), words.hourName(i % 24));
  write($("week-title"), best < 0 ? say("week.unknown") : say("week.best", named(best), words.part(parts[best])));
  const about = say("week.of") + (words.sameTime(zone, now) ? "" : " " + say("week.zone", zone));
  write($("week-reading"), about);
  const head = document.createElement("thead");
  const hours = head.insertRow();
  hours.append(document.createElement("td"));
  for (let hour = 0; hour < 24; hour++) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = hour % 3 === 0 ? String(hour).padStart(2, "0") : "";
    hours.append(cell);
  }
  const body = document.createElement("tbody");
  for (let day = 0; day < 7; day++) {
    const row = body.insertRow();
    const name = document.createElement("th");
    name.scope = "row";
    name.textContent = words.dayName(day, "short");
    row.append(name);
    for (let hour = 0; hour < 24; hour++) {
      const i = day * 24 + hour;
      const cell = row.insertCell();
      const text = parts[i] === null ? say("hour.unknown", named(i)) : say("hour", named(i), words.part(parts[i]));
      cell.title = text;
      const spoken = document.createElement("span");
      spoken.className = "hidden";
      spoken.textContent = parts[i] === null ? say("unknown") : words.part(parts[i]);
      cell.append(spoken);
      cell.className = i === best ? "best" : parts[i] === null ? "unknown" : "";
      if (parts[i] !== null) {
        cell.style.setProperty("--part", Math.round(8 + 92 * parts[i]));
      }
      cell.addEventListener("pointerenter", () => write($("week-reading"), text));
    }
  }
  $("week").replaceChildren($("week").caption, head, body);
  $("week").onpointerleave = () => write($("week-reading"), about);
}
