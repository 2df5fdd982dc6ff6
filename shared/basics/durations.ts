/** A duration for people, without the parts that are zero: `0s`, `10s`, `4m50s`, `1h5m`, `1.5s`, `300ms`. */
export function formatDuration(ms: number): string {
  const { sign, hours, minutes, seconds } = split(ms);
  if (hours === 0 && minutes === 0 && seconds < 1) return ms === 0 ? "0s" : `${sign}${decimal(seconds * 1e3)}ms`;
  const parts = [
    hours > 0 ? `${hours}h` : "",
    minutes > 0 ? `${minutes}m` : "",
    seconds > 0 ? `${decimal(seconds)}s` : "",
  ];
  return sign + parts.join("");
}

/** A duration as Go prints it, and so the kubelet in its messages: `1m20s`, `5m0s`, `1h0m0s`, `1.5s`, `300ms`. */
// Models time.Duration.String (Go 1.26)
export function formatGoDuration(ms: number): string {
  const { sign, hours, minutes, seconds } = split(ms);
  if (hours > 0) return `${sign}${hours}h${minutes}m${decimal(seconds)}s`;
  if (minutes > 0) return `${sign}${minutes}m${decimal(seconds)}s`;
  return seconds === 0 ? "0s" : sign + belowAMinute(seconds);
}

function split(ms: number): { sign: string; hours: number; minutes: number; seconds: number } {
  const absolute = Math.abs(ms);
  const wholeMs = Math.floor(absolute + 5e-7);
  const nanoseconds = Math.max(0, Math.round((absolute - wholeMs) * 1e6));
  return {
    sign: ms < 0 ? "-" : "",
    hours: Math.floor(wholeMs / 3600e3),
    minutes: Math.floor(wholeMs / 60e3) % 60,
    seconds: (wholeMs % 60e3) / 1e3 + nanoseconds / 1e9,
  };
}

function belowAMinute(seconds: number): string {
  if (seconds >= 1) return `${decimal(seconds)}s`;
  if (seconds >= 1e-3) return `${decimal(seconds * 1e3)}ms`;
  return seconds >= 1e-6 ? `${decimal(seconds * 1e6)}\u00b5s` : `${decimal(seconds * 1e9)}ns`;
}

/** At most nine places, without the noise that binary fractions leave behind them. */
function decimal(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(9).replace(/\.?0{1,9}$/, "");
}
