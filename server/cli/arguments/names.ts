// Read before it is known which command is run: needs nothing.

export const reportFormats = ["sarif", "github", "junit", "gitlab"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export function isReportFormat(format: string | undefined): format is ReportFormat {
  return reportFormats.some((each) => each === format);
}
