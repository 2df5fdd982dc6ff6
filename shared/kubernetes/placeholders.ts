// What build tools, installers, and people replace before a manifest reaches a cluster. This is the only list.

/** Letters that a placeholder begins with: most values do not. */
const firstLetters = new Set("$<(_%@#RCTYr");

/**
 * A whole value: `$PORT` of envsubst, `<NAME>`, `((name))` of Concourse, `($name)` of Chainsaw, `__NAME__`, `@NAME@`, `%s`, `REPLACE_ME`, `replace_port`. Other words in
 * capitals are values of Kubernetes, such as NET_ADMIN.
 */
const wholeValue =
  /^(?:\$[A-Za-z_]\w*|<[^<>]+>|\(\([^()]+\)\)|\(\$[^()]+\)|__\w+?__|@[A-Za-z]\w*@|##?[A-Za-z]\w*##?|%(?:\[\d+\])?[sdvq]|(?:REPLACE|CHANGE)[_-]?(?:ME|THIS|WITH\w*)|replace_[a-z][a-z\d_]*|TODO|YOUR[_-][A-Z\d_-]+)$/;

/** Whether somebody fills in the value as a whole, so that nothing is known of it. */
export function isPlaceholder(value: string): boolean {
  return firstLetters.has(value.charAt(0)) && value.length <= lengthMax && wholeValue.test(value);
}

const lengthMax = 200;

/** The same of a name, where no capitals, underscores, or angle brackets are allowed: `APP_NAME`, `<app>-api`. A text may hold several names. */
export function isPlaceholderName(text: string): boolean {
  return text.length <= 1000 && (/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(text) || /<[A-Za-z][\w-]*>/.test(text));
}

/**
 * The word of a name that somebody may replace: one in capitals beside others in lowercase (`config-ENV`), or one that says what
 * it stands for (`APPNAME`). It may also be a slip, so it is not more than likely.
 */
export function placeholderWordIn(name: string): string | undefined {
  if (name.length > lengthMax) return undefined;
  const words = name.split(/[^A-Za-z\d]+/);
  const hasOthers = words.some((word) => /^[a-z\d]+$/.test(word));
  return words.find((word) => /^[A-Z][A-Z\d]{2,}$/.test(word) && (hasOthers || word.endsWith("NAME")));
}

/**
 * The same of the name of an image, of which a part is enough: `ko://example.com/cmd/web`, `${REGISTRY}/web`,
 * `REGION-docker.pkg.dev/PROJECT_ID/web`, `YOUR NAME/web`, `web:[VERSION]`. Then the pod is taken to have an image.
 */
export function isPlaceholderImage(image: string): boolean {
  if (/[${<%([]|@[A-Za-z]\w*@/.test(image) || /^[a-z][a-z\d+.-]*:\/\//.test(image)) return true;
  return image.split(/[/:@]/, 20).some((part) => /^[A-Z][A-Z\d _-]{2,}$/.test(part) || isPlaceholder(part));
}
