/** A template that cannot be expanded. */
export class TemplateError extends Error {}
