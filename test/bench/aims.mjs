/**
 * The rows whose first number is not what they aim at, each as a text.
 * @param {readonly string[][]} rows what, measured, aim: `696 ms`, `≤ 600 ms`; a time can be in `s` where the aim is in `ms`
 */
export function missedAims(rows) {
  let subject = "";
  const missed = [];
  for (const [what = "", measured = "", aim = ""] of rows) {
    if (!what.startsWith("…")) subject = what.split(":")[0] ?? "";
    if (isMissed(measured, aim))
      missed.push(`${what.startsWith("…") ? `${subject} ${what}` : what}: ${measured}, aim ${aim}`);
  }
  return missed;
}

/** @param {string} measured @param {string} aim */
function isMissed(measured, aim) {
  if (aim === "") return false;
  const [value, limit] = [amountOf(measured), amountOf(aim)];
  return aim.startsWith("≤") ? value > limit : aim.startsWith("≥") && value < limit;
}

/** @param {string} text milliseconds, where it is a time */
function amountOf(text) {
  const [, number = "", unit = ""] = /(-?[\d,.]+) *([a-zA-Z%×]*)/.exec(text) ?? [];
  return Number(number.replaceAll(",", "")) * (unit === "s" ? 1000 : 1);
}
