/**
 * Rendered output as a document: the path is that of a file in the folder of the chart or the overlay, whose settings apply; the query
 * has the file that people edit.
 */
export const renderedScheme = "pod-cadence-rendered";
