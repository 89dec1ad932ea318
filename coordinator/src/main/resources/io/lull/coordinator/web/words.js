// What is said, in the language that the browser asked the server for.
const lang = document.documentElement.lang;
const asked = navigator.language || lang;
// With the country's way to write dates, where the language is the one that is spoken here.
export const locale = asked.split("-")[0] === lang ? asked : lang;

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
const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
const exact = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric" });
const moment = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

export const count = (n) => counts.format(n);
export const mean = (n) => means.format(n);
export const part = (n) => parts.format(n);
export const timeOf = (ms) => clock.format(ms);
export const exactTimeOf = (ms) => exact.format(ms);
export const dayOf = (ms) => day.format(ms);
export const weekdayOf = (ms) => weekday.format(ms);
export const momentOf = (ms) => moment.format(ms);

/** The time alone where that is of today. */
export function since(ms, now) {
  return new Date(ms).toDateString() === new Date(now).toDateString() ? timeOf(ms) : momentOf(ms);
}

export function duration(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) {
    return say("seconds", Math.max(0, Math.round(ms / 1000)));
  }
  if (minutes < 60) {
    return say("minutes", minutes);
  }
  const hours = Math.floor(minutes / 60);
  if (hours < 48) {
    return minutes % 60 === 0 ? say("hours", hours) : say("hours-minutes", hours, minutes % 60);
  }
  return say("days", Math.floor(hours / 24));
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
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: "UTC" }).format(monday + index * 86_400_000);
}

export function hourName(hour) {
  return new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1, hour));
}
