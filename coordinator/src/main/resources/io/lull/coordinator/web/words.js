// What is said, in the language that the browser asked the server for.
const lang = document.documentElement.lang;
const asked = navigator.language || lang;
// With the country's way to write dates, where the language is the one that is spoken here.
export const locale = asked.split("-")[0] === lang ? asked : lang;

const DAY = 24 * 60 * 60_000;

let texts = {};

export async function load() {
  const answer = await fetch("/texts.json", { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) {
    throw new Error("texts.json: " + answer.status);
  }
  texts = await answer.json();
}

export function say(name, ...values) {
  const text = texts[name] ?? name;
  return text.replace(/\{(\d)\}/g, (_, i) => values[Number(i)] ?? "");
}

const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const means = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const parts = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
// Clocks have 24 hours in every language, as owners' schedules have them.
const hourAndMinute = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const clock = new Intl.DateTimeFormat(locale, hourAndMinute);
const exact = new Intl.DateTimeFormat(locale, { ...hourAndMinute, second: "2-digit" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const date = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" });
const shortWeekday = new Intl.DateTimeFormat(locale, { weekday: "short" });
const moment = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...hourAndMinute });

export const count = (n) => counts.format(n);
export const mean = (n) => means.format(n);
export const part = (n) => parts.format(n);
export const timeOf = (ms) => clock.format(ms);
export const exactTimeOf = (ms) => exact.format(ms);
export const dayOf = (ms) => day.format(ms);
export const weekdayOf = (ms) => say("day-of-week", shortWeekday.format(ms), new Date(ms).getDate());
export const momentOf = (ms) => moment.format(ms);

/** In a sentence: at a time of today, of a day of this week, or of a date. */
export const at = (ms, now) => said("at", ms, now);
export const since = (ms, now) => said("since", ms, now);

function said(how, ms, now) {
  const then = new Date(ms);
  const today = new Date(now);
  // Days may be longer or shorter by an hour.
  const days = Math.abs(Math.round((then.setHours(0, 0, 0, 0) - today.setHours(0, 0, 0, 0)) / DAY));
  if (days === 0) {
    return say(how + ".time", timeOf(ms));
  }
  if (days < 7) {
    return say(how + ".weekday", weekday.format(ms), timeOf(ms));
  }
  const name = then.getFullYear() === today.getFullYear() ? day : date;
  return say(how + ".date", name.format(ms), timeOf(ms));
}

/** Rounded to the lesser of its two units; in hours up to two days. */
export function duration(ms) {
  const seconds = Math.round(ms / 1000);
  if (seconds > 0 && seconds < 60) {
    return say("seconds", seconds);
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) {
    return say("minutes", minutes);
  }
  const hours = Math.round(minutes / 60);
  if (hours >= 48) {
    return hours % 24 === 0 ? say("days", hours / 24) : say("days-hours", Math.floor(hours / 24), hours % 24);
  }
  return minutes % 60 === 0 ? say("hours", minutes / 60) : say("hours-minutes", Math.floor(minutes / 60), minutes % 60);
}

/** Whether it is the same time there as here. */
export function sameTime(zone, now) {
  const shown = { day: "numeric", hour: "numeric", minute: "numeric" };
  try {
    return new Intl.DateTimeFormat("en", { ...shown, timeZone: zone }).format(now) === new Intl.DateTimeFormat("en", shown).format(now);
  } catch {
    return false;
  }
}

/** Of a day of the week, 0 for Monday. */
export function dayName(index, length) {
  const monday = Date.UTC(2024, 0, 1);
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: "UTC" }).format(monday + index * DAY);
}

export function hourName(hour) {
  return new Intl.DateTimeFormat(locale, { ...hourAndMinute, timeZone: "UTC" }).format(Date.UTC(2024, 0, 1, hour));
}
