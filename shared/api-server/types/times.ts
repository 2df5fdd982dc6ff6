const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/;

/** Whether the API server can read a text as a time. Its reader is kind to hours of one digit and to time zones of 24:60. */
// Models time.Parse (Go 1.26) with time.RFC3339, as k8s.io/apimachinery/pkg/apis/meta/v1 Time.UnmarshalJSON (v1.37.1) calls it
export function isTime(text: string): boolean {
  const parts = form
    .exec(text)
    ?.slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  if (parts === undefined) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts;
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return isDate && hour < 24 && minute < 60 && second < 60 && zoneHour <= 24 && zoneMinute <= 60;
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
