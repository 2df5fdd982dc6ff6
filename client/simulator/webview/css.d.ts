// What build.mjs makes of a style sheet that is imported.
declare module "*.css" {
  const text: string;
  export default text;
}
